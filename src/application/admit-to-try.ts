import type { Plan } from '../domain/access/plan.ts';
import { eligibilityOf, type Subscriber } from '../domain/access/subscriber.ts';
import { ServiceError } from '../domain/errors.ts';
import type { ChargeQuota } from './charge-quota.ts';

const refusals = {
  'plan-without-api-access': 'PLAN_WITHOUT_API_ACCESS',
  'subscription-inactive': 'SUBSCRIPTION_INACTIVE',
} as const;

/** Lets a customer who is signed in make passwords, as a request with a key would: from the same quota. */
export class AdmitToTry {
  readonly #plans: ReadonlyMap<string, Plan>;
  readonly #chargeQuota: ChargeQuota;

  constructor(plans: ReadonlyMap<string, Plan>, chargeQuota: ChargeQuota) {
    this.#plans = plans;
    this.#chargeQuota = chargeQuota;
  }

  /** @throws ServiceError PLAN_WITHOUT_API_ACCESS, SUBSCRIPTION_INACTIVE, RATE_LIMIT_EXCEEDED, STORE_UNAVAILABLE */
  async admit(subscriber: Subscriber): Promise<void> {
    const plan = this.#plans.get(subscriber.plan);
    const eligibility = eligibilityOf(subscriber, plan);
    if (!plan || eligibility !== 'eligible') {
      const code = refusals[eligibility as keyof typeof refusals];
      throw new ServiceError(code, 'The customer may not call.');
    }
    const { allowed, availableInSeconds } = await this.#chargeQuota.charge({ subscriber, plan });
    if (!allowed) {
      throw new ServiceError('RATE_LIMIT_EXCEEDED', 'The quota is used up.', { retryAfterSeconds: availableInSeconds });
    }
  }
}
