import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { Attempt } from './quota-judge.ts';
import { send } from './service.ts';

const CALLERS = 8;
/** A refused caller comes back after so long. */
const AGAIN_AFTER_MS = 4;

interface Bursts {
  /** Of the instances: each caller asks them in turns. */
  readonly urls: readonly string[];
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  /** How many bursts, one at each edge. */
  readonly edges: number;
  /** For how long before an edge, and after it, callers ask without a break; longer, where there is some quota left to come. */
  readonly aroundMs: number;
}

/**
 * One request opens a window; then callers in parallel ask through each edge of it, where a fixed window would take what
 * is left of one and all of the next. They stop where they are refused after the edge, once they have got the limit.
 */
export async function burstAtEdges({ urls, key, limit, windowMs, edges, aroundMs }: Bursts): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  const acceptedAt = new Array<number>(edges + 1).fill(0);
  const ask = async (url: string) => {
    const startMs = Date.now();
    const { status, text } = await send(url, { key, body: { length: 8 } });
    const attempt = { startMs, endMs: Date.now(), accepted: status === 200 };
    if (status !== 200) expect(status, text).to.equal(429);
    attempts.push(attempt);
    return attempt;
  };
  const call = async (caller: number, openedMs: number) => {
    let turn = caller;
    for (let edge = 1; edge <= edges; edge += 1) {
      const edgeMs = openedMs + edge * windowMs;
      await pause(edgeMs - aroundMs - Date.now());
      for (;;) {
        turn += 1;
        const { accepted, endMs } = await ask(urls[turn % urls.length]!);
        if (accepted) {
          acceptedAt[edge]! += 1;
          continue;
        }
        // On a slow machine a burst takes its time, and what it got before comes back as slowly.
        const patienceMs = acceptedAt[edge]! < limit ? windowMs / 2 : aroundMs;
        if (endMs > edgeMs + patienceMs) break;
        await pause(AGAIN_AFTER_MS);
      }
    }
  };
  const { startMs } = await ask(urls[0]!);
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller, startMs)));
  return attempts;
}
