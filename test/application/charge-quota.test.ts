import { expect } from 'chai';
import { stub } from 'sinon';
import { silentMeter } from '../../src/adapters/metrics/silent-meter.ts';
import { ChargeQuota } from '../../src/application/charge-quota.ts';
import { UsageCounter } from '../../src/domain/account/usage-counter.ts';
import { plans, subscriberOf } from '../support/builders.ts';

describe('ChargeQuota', () => {
  it('holds a request of a subscriber against the limit of its plan, and counts it as its usage', async () => {
    const consume = stub().resolves({ accepted: false, remaining: 0, availableInMs: 16_400 });
    const plan = plans.get('annual');
    if (!plan) throw new Error('The plans of the tests have an annual one.');
    const decided: unknown[] = [];
    const meter = { ...silentMeter, quotaDecided: (...facts: unknown[]) => decided.push(facts) };
    const usage = new UsageCounter();
    const chargeQuota = new ChargeQuota({ consume } as never, meter, usage);
    const decision = await chargeQuota.charge({ subscriber: subscriberOf({ id: 'acme' }), plan });
    expect(decision).to.deep.include({ allowed: false, remaining: 0, availableInMs: 16_400, availableInSeconds: 17 });
    expect(decision.policy).to.deep.include({ planId: 'annual', limit: 150 });
    expect(consume.args).to.deep.equal([['acme', decision.policy]]);
    expect(decided).to.deep.equal([['annual', false]]);

    consume.resolves({ accepted: true, remaining: 7, availableInMs: 16_400 });
    await chargeQuota.charge({ subscriber: subscriberOf({ id: 'acme' }), plan });
    await chargeQuota.charge({ subscriber: subscriberOf({ id: 'acme' }), plan });
    expect(usage.pendingOf('acme')).to.deep.equal({ requests: 2, passwords: 0, refusals: 1 });
    expect(usage.pendingOf('beta')).to.deep.equal({ requests: 0, passwords: 0, refusals: 0 });
  });
});
