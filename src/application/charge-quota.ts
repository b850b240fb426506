import type { UsageCounter } from '../domain/account/usage-counter.ts';
import type { Meter, RateLimiter } from '../domain/ports.ts';
import { type QuotaDecision, QuotaPolicy } from '../domain/quota/quota-policy.ts';
import type { Caller } from './authenticate-caller.ts';

/** Holds a request against what its subscriber's plan allows. */
export class ChargeQuota {
  readonly #limiter: RateLimiter;
  readonly #meter: Meter;
  readonly #usage: UsageCounter;

  constructor(limiter: RateLimiter, meter: Meter, usage: UsageCounter) {
    this.#limiter = limiter;
    this.#meter = meter;
    this.#usage = usage;
  }

  /** @throws ServiceError STORE_UNAVAILABLE */
  async charge({ subscriber, plan }: Caller): Promise<QuotaDecision> {
    const policy = new QuotaPolicy(plan);
    const decision = policy.decide(await this.#limiter.consume(subscriber.id, policy));
    this.#meter.quotaDecided(policy.planId, decision.allowed);
    this.#usage.requestDecided(subscriber.id, decision.allowed);
    return decision;
  }
}
