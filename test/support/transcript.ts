/** All that the services of this test run have answered, logged and printed, for the sweep at its end. */
interface Answer {
  readonly request: string;
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

interface Output {
  /** What was run: `service`, or a command such as `keys create`. */
  readonly source: string;
  readonly text: string;
}

export const transcript = {
  answers: [] as Answer[],
  logs: [] as string[],
  outputs: [] as Output[],
  /** What customers have set as their passwords. */
  ownPasswords: [] as string[],
};
