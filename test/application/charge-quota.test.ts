import { expect } from 'chai';
import { stub } from 'sinon';
import { silentMeter } from '../../src/adapters/metrics/silent-meter.ts';
import { ChargeQuota } from '../../src/application/charge-quota.ts';
import { plans, subscriberOf } from '../support/builders.ts';

describe('ChargeQuota', () => {
  it('holds a request of a subscriber against the limit of its plan', async () => {
    const consume = stub().resolves({ accepted: false, remaining: 0, availableInMs: 16_400 });
    const plan = plans.get('annual');
    if (!plan) throw new Error('The plans of the tests have an annual one.');
    const decided: unknown[] = [];
    const meter = { ...silentMeter, quotaDecided: (...facts: unknown[]) => decided.push(facts) };
    const decision = await new ChargeQuota({ consume } as never, meter).charge({
      subscriber: subscriberOf({ id: 'acme' }),
      plan,
    });
    expect(decision).to.deep.include({ allowed: false, remaining: 0, availableInMs: 16_400, availableInSeconds: 17 });
    expect(decision.policy).to.deep.include({ planId: 'annual', limit: 150 });
    expect(consume.args).to.deep.equal([['acme', decision.policy]]);
    expect(decided).to.deep.equal([['annual', false]]);
  });
});
