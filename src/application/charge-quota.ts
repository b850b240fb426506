import type { Meter, RateLimiter } from '../domain/ports.ts';
import { type QuotaDecision, QuotaPolicy } from '../domain/quota/quota-policy.ts';
import type { Caller } from './authenticate-caller.ts';

/** Holds a request against what its subscriber's plan allows. */
export class ChargeQuota {
  readonly #limiter: RateLimiter;
  readonly #meter: Meter;

  constructor(limiter: RateLimiter, meter: Meter) {
    this.#limiter = limiter;
    this.#meter = meter;
  }

  /** @throws ServiceError STORE_UNAVAILABLE */
  async charge({ subscriber, plan }: Caller): Promise<QuotaDecision> {
    const policy = new QuotaPolicy(plan);
    const decision = policy.decide(await this.#limiter.consume(subscriber.id, policy));
    this.#meter.quotaDecided(policy.planId, decision.allowed);
    return decision;
  }
}
