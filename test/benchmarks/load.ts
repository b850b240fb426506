import autocannon from 'autocannon';
import type { Contender, Vitals } from './servers.ts';

/** Enough to keep one core of a server busy, few enough that none waits long. */
export const CONNECTIONS = 20;

export interface Job {
  readonly path: string;
  readonly body: object;
  readonly connections?: number;
  /** Sent in turns; else all is sent with the contender's own. */
  readonly keys?: readonly string[];
  /** Whether 503 OVERLOADED is an answer too; it is counted in no rate. */
  readonly mayBeTurnedAway?: boolean;
}

export interface Turn {
  readonly answersASecond: number;
  readonly answersAProcessorSecond: number;
  readonly after: Vitals;
}

/** Asks one contender for the same thing as fast as it answers, and counts its 2xx. */
export async function measure({ name, ...contender }: Contender, job: Job, seconds: number): Promise<Turn> {
  const before = await contender.vitals();
  const result = await autocannon({
    url: contender.url + job.path,
    method: 'POST',
    headers: contender.headers,
    body: JSON.stringify(job.body),
    connections: job.connections ?? CONNECTIONS,
    ...(job.keys ? { requests: job.keys.map((key) => ({ headers: withKey(contender.headers, key) })) } : {}),
    duration: seconds,
  });
  const after = await contender.vitals();
  const spent = after.processorSeconds - before.processorSeconds;
  const turnedAway = job.mayBeTurnedAway ? (result.statusCodeStats?.['503']?.count ?? 0) : 0;
  const others = result.non2xx - turnedAway;
  if (others > 0 || result.errors > 0) {
    throw new Error(`${name}: ${others} answers of another status than 2xx, ${result.errors} errors.`);
  }
  const answersASecond = result['2xx'] / result.duration;
  return { answersASecond, answersAProcessorSecond: result['2xx'] / spent, after };
}

function withKey(headers: Record<string, string>, key: string): Record<string, string> {
  return { ...headers, authorization: `Bearer ${key}` };
}
