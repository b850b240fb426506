import { expect } from 'chai';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { FlexibleRateLimiter } from '../../src/adapters/flexible-rate-limiter.ts';
import { QuotaPolicy } from '../../src/domain/quota/quota-policy.ts';

const policyOf = (id: string, requestsPerMinute: number) => new QuotaPolicy({ id, apiAccess: true, requestsPerMinute });

describe('FlexibleRateLimiter', () => {
  it('takes a result for accepted, and a result as the reason for refused', async () => {
    const consumed: unknown[] = [];
    const limiter = new FlexibleRateLimiter(({ limit }) => ({
      consume: async (key: string | number) => {
        consumed.push([key, limit]);
        if (key === 'refused') throw new RateLimiterRes(0, 321, 8);
        return new RateLimiterRes(5, 123, 2);
      },
    }));
    const accepted = await limiter.consume('accepted', policyOf('a', 7));
    expect(accepted).to.deep.equal({ accepted: true, remaining: 5, availableInMs: 123 });
    const refused = await limiter.consume('refused', policyOf('b', 9));
    expect(refused).to.deep.equal({ accepted: false, remaining: 0, availableInMs: 321 });
    expect(consumed).to.deep.equal([
      ['accepted', 7],
      ['refused', 9],
    ]);
  });

  it('makes one limiter a limit and window, when it is first met', async () => {
    const made: number[] = [];
    const limiter = new FlexibleRateLimiter(({ limit, windowSeconds }) => {
      made.push(limit, windowSeconds);
      return { consume: async () => new RateLimiterRes(1, 1, 1) };
    });
    expect(made).to.deep.equal([]);
    for (const [id, limit] of [
      ['a', 7],
      ['b', 9],
      ['c', 7],
      ['b', 9],
    ] as const)
      await limiter.consume('acme', policyOf(id, limit));
    expect(made).to.deep.equal([7, 60, 9, 60]);
    await limiter.consume('acme', { limit: 9, windowSeconds: 1 });
    expect(made.slice(4)).to.deep.equal([9, 1]);
  });

  it('says that the store is away where anything else goes wrong', async () => {
    const cause = new Error('socket closed');
    const limiter = new FlexibleRateLimiter(() => ({ consume: () => Promise.reject(cause) }));
    const reason = await limiter.consume('acme', policyOf('a', 7)).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(reason).to.include({ code: 'STORE_UNAVAILABLE', message: 'The quota store did not answer.', cause });
  });
});
