import { expect } from 'chai';
import { QuotaPolicy } from '../../../src/domain/quota/quota-policy.ts';

describe('QuotaPolicy', () => {
  const policy = new QuotaPolicy({ id: 'enterprise', apiAccess: true, requestsPerMinute: 100 });

  it('is the plan’s requests in 60 seconds', () => {
    expect(policy).to.deep.include({ planId: 'enterprise', limit: 100, windowSeconds: 60 });
  });

  it('tells a wait in whole seconds, rounded up, from 1 to 60', () => {
    const table = [
      [0, 1],
      [1, 1],
      [1000, 1],
      [1001, 2],
      [59_000, 59],
      [59_001, 60],
      [60_000, 60],
      [60_001, 60],
    ] as const;
    for (const [availableInMs, availableInSeconds] of table) {
      const refused = policy.decide({ accepted: false, remaining: 0, availableInMs });
      expect(refused).to.deep.equal({ allowed: false, policy, remaining: 0, availableInMs, availableInSeconds });
    }
    const allowed = policy.decide({ accepted: true, remaining: 42, availableInMs: 17_000 });
    expect(allowed).to.deep.include({ allowed: true, remaining: 42, availableInSeconds: 17 });
  });

  it('does not construct where there is no quota', () => {
    const message = 'The plan p has no quota to hold a request against.';
    for (const facts of [
      { apiAccess: false, requestsPerMinute: 100 },
      { apiAccess: true, requestsPerMinute: 0 },
      { apiAccess: true, requestsPerMinute: 1.5 },
    ]) {
      expect(() => new QuotaPolicy({ id: 'p', ...facts }))
        .to.throw()
        .that.deep.includes({ code: 'IMPOSSIBLE_POLICY', message });
    }
    expect(new QuotaPolicy({ id: 'p', apiAccess: true, requestsPerMinute: 1 }).limit).to.equal(1);
  });
});
