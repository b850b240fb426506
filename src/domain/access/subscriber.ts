import type { Plan } from './plan.ts';

export type SubscriberStatus = 'active' | 'suspended';

export interface Subscriber {
  readonly id: string;
  readonly name: string | null;
  /** The id of the plan. */
  readonly plan: string;
  readonly status: SubscriberStatus;
  readonly createdAtMs: number;
}

export type Eligibility = 'eligible' | 'plan-without-api-access' | 'subscription-inactive';

/** Whether a subscriber may call at all. A plan that the operator has withdrawn gives no access. */
export function eligibilityOf(subscriber: Subscriber, plan: Plan | undefined): Eligibility {
  if (!plan?.apiAccess) return 'plan-without-api-access';
  return subscriber.status === 'active' ? 'eligible' : 'subscription-inactive';
}
