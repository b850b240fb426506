import { setTimeout as pause } from 'node:timers/promises';
import { ask, summaryOf } from './two-services.ts';

const EVERY_MS = 100;
/** So many of the last answers are enough; the address of whoever sends an invalid key over and over is blocked. */
const LAST_ANSWERS = 6;

interface BeatOptions {
  readonly url: string;
  readonly key: string;
  /** The answer after which a few more are the end. */
  readonly until: string;
}

/** Asks one instance with one key in a steady beat, and keeps what it said when. */
export class Beat {
  readonly said: { readonly startMs: number; readonly endMs: number; readonly answer: string }[] = [];
  readonly #options: BeatOptions;
  #isStopped = false;

  constructor(options: BeatOptions) {
    this.#options = options;
  }

  /** Each answer that differs from the one before. */
  get course(): string[] {
    return this.said.map(({ answer }) => answer).filter((answer, at, all) => answer !== all[at - 1]);
  }

  /** Goes on until the last answers have come, or it is stopped. */
  async run(): Promise<void> {
    const { key, until } = this.#options;
    for (let left = LAST_ANSWERS; left > 0 && !this.#isStopped; ) {
      const startMs = performance.now();
      const answer = summaryOf(await ask(this.#options, key));
      this.said.push({ startMs, endMs: performance.now(), answer });
      if (answer === until) left -= 1;
      await pause(EVERY_MS);
    }
  }

  stop(): void {
    this.#isStopped = true;
  }
}
