import { expect } from 'chai';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { FlexibleRateLimiter } from '../../src/adapters/flexible-rate-limiter.ts';
import { QuotaPolicy } from '../../src/domain/quota/quota-policy.ts';

const policyOf = (id: string, requestsPerMinute: number) => new QuotaPolicy({ id, apiAccess: true, requestsPerMinute });

const get = async () => null;

describe('FlexibleRateLimiter', () => {
  it('takes a result for accepted, and a result as the reason for refused', async () => {
    const consumed: unknown[] = [];
    const limiter = new FlexibleRateLimiter(({ limit }) => ({
      consume: async (key: string | number) => {
        consumed.push([key, limit]);
        if (key === 'refused') throw new RateLimiterRes(0, 321, 8);
        return new RateLimiterRes(5, 123, 2);
      },
      get,
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

  it('looks at what is counted, and takes nothing for the whole limit', async () => {
    const looked: unknown[] = [];
    const limiter = new FlexibleRateLimiter(({ limit }) => ({
      consume: () => Promise.reject(new Error('Nothing is to be counted.')),
      get: async (key: string | number) => {
        looked.push([key, limit]);
        return key === 'counted' ? new RateLimiterRes(5, 123, 2) : null;
      },
    }));
    expect(await limiter.look('counted', policyOf('a', 7))).to.deep.equal({ remaining: 5, availableInMs: 123 });
    expect(await limiter.look('new', policyOf('b', 9))).to.deep.equal({ remaining: 9, availableInMs: 0 });
    expect(looked).to.deep.equal([
      ['counted', 7],
      ['new', 9],
    ]);
  });

  it('makes one limiter a limit and window, when it is first met', async () => {
    const made: number[] = [];
    const limiter = new FlexibleRateLimiter(({ limit, windowSeconds }) => {
      made.push(limit, windowSeconds);
      return { consume: async () => new RateLimiterRes(1, 1, 1), get };
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
    for (const windowSeconds of [1, 60]) await limiter.look('acme', { limit: 9, windowSeconds });
    expect(made.slice(6)).to.deep.equal([]);
  });

  it('says that the store is away where anything else goes wrong', async () => {
    const cause = new Error('socket closed');
    const limiter = new FlexibleRateLimiter(() => ({
      consume: () => Promise.reject(cause),
      get: () => Promise.reject(cause),
    }));
    for (const method of ['consume', 'look'] as const) {
      const reason = await limiter[method]('acme', policyOf('a', 7)).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(reason).to.include({ code: 'STORE_UNAVAILABLE', message: 'The quota store did not answer.', cause });
    }
  });
});
