import { expect } from 'chai';
import { eligibilityOf } from '../../../src/domain/access/subscriber.ts';
import { plans, subscriberOf } from '../../support/builders.ts';

describe('eligibilityOf', () => {
  it('asks for a plan with API access, then for an active subscription', () => {
    const table = [
      ['enterprise', 'active', 'eligible'],
      ['enterprise', 'suspended', 'subscription-inactive'],
      ['free', 'active', 'plan-without-api-access'],
      ['free', 'suspended', 'plan-without-api-access'],
      ['withdrawn', 'active', 'plan-without-api-access'],
    ] as const;
    for (const [plan, status, expected] of table) {
      expect(eligibilityOf(subscriberOf({ plan, status }), plans.get(plan)), `${plan}, ${status}`).to.equal(expected);
    }
  });
});
