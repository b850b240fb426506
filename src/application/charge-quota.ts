import type { RateLimiter } from '../domain/ports.ts';
import { type QuotaDecision, QuotaPolicy } from '../domain/quota/quota-policy.ts';
import type { Caller } from './authenticate-caller.ts';

/** Holds a request against what its subscriber's plan allows. */
export class ChargeQuota {
  readonly #limiter: RateLimiter;

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter;
  }

  /** @throws ServiceError STORE_UNAVAILABLE */
  async charge({ subscriber, plan }: Caller): Promise<QuotaDecision> {
    const policy = new QuotaPolicy(plan);
    return policy.decide(await this.#limiter.consume(subscriber.id, policy));
  }
}
