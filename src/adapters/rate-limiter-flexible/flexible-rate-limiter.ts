import { type RateLimiterCompatibleAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../../domain/errors.ts';
import type { RateLimiter } from '../../domain/ports.ts';
import type { QuotaPolicy } from '../../domain/quota/quota-policy.ts';
import type { Consumption } from '../../domain/quota/window.ts';

type Limiter = Pick<RateLimiterCompatibleAbstract, 'consume'>;

/** Any limiter of rate-limiter-flexible, or on its interface, as the domain's port: one for each limit, made when first met. */
export class FlexibleRateLimiter implements RateLimiter {
  readonly #create: (policy: QuotaPolicy) => Limiter;
  readonly #limiters = new Map<number, Limiter>();

  constructor(create: (policy: QuotaPolicy) => Limiter) {
    this.#create = create;
  }

  async consume(subscriberId: string, policy: QuotaPolicy): Promise<Consumption> {
    const limiter = this.#limiterFor(policy);
    try {
      return toConsumption(true, await limiter.consume(subscriberId));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return toConsumption(false, refusal);
      throw new ServiceError('STORE_UNAVAILABLE', 'The quota store did not answer.', { cause: refusal });
    }
  }

  async isUp(): Promise<boolean> {
    return true;
  }

  async close(): Promise<void> {}

  #limiterFor(policy: QuotaPolicy): Limiter {
    const known = this.#limiters.get(policy.limit);
    if (known) return known;
    const limiter = this.#create(policy);
    this.#limiters.set(policy.limit, limiter);
    return limiter;
  }
}

function toConsumption(accepted: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Consumption {
  return { accepted, remaining: remainingPoints, availableInMs: msBeforeNext };
}
