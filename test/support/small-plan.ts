import { expect } from 'chai';
import { expectFailure } from './failures.ts';
import { quotaHeaders } from './quota-headers.ts';
import { type Answer, send } from './service.ts';

/** That of the plan `small`. */
export const SMALL_LIMIT = 6;

/** More requests than the plan `small` allows at each service, all at once: how many each one accepts, of those it answers well. */
export async function burst(urls: readonly string[], key: string): Promise<number[]> {
  return Promise.all(
    urls.map(async (url) => {
      const requests = Array.from({ length: SMALL_LIMIT + 2 }, () => send(url, { key, body: { length: 20 } }));
      const answers = await Promise.all(requests);
      const refused = answers.filter(({ status }) => status !== 200);
      for (const answer of refused) expectExhausted(answer);
      return answers.length - refused.length;
    }),
  );
}

/** It is refused for the limit of `small`, with all headers as they must be; gives how many seconds it was told to wait. */
export function expectExhausted(answer: Answer): number {
  const seconds = Number(answer.headers.get('retry-after'));
  const resetAtMs = Number(answer.headers.get('x-ratelimit-reset')) * 1000;
  const headers = quotaHeaders({ plan: 'small', limit: SMALL_LIMIT, remaining: 0, seconds, resetAtMs });
  expectFailure(answer, 'RATE_LIMIT_EXCEEDED', { headers: { ...headers, 'retry-after': String(seconds) } });
  expect(seconds).to.be.within(1, 60);
  // Whole seconds both, each rounded up, and heard a moment later.
  expect(resetAtMs - Date.now()).to.be.within((seconds - 2) * 1000, (seconds + 1) * 1000);
  return seconds;
}
