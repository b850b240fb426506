import { expect } from 'chai';
import { stub } from 'sinon';
import { ChargeQuota } from '../../src/application/charge-quota.ts';
import { plans, subscriberOf } from '../support/builders.ts';

describe('ChargeQuota', () => {
  it('holds a request of a subscriber against the limit of its plan', async () => {
    const consume = stub().resolves({ accepted: false, remaining: 0, availableInMs: 16_400 });
    const plan = plans.get('annual');
    if (!plan) throw new Error('The plans of the tests have an annual one.');
    const decision = await new ChargeQuota({ consume } as never).charge({
      subscriber: subscriberOf({ id: 'acme' }),
      plan,
    });
    expect(decision).to.deep.include({ allowed: false, remaining: 0, availableInMs: 16_400, availableInSeconds: 17 });
    expect(decision.policy).to.deep.include({ planId: 'annual', limit: 150 });
    expect(consume.args).to.deep.equal([['acme', decision.policy]]);
  });
});
