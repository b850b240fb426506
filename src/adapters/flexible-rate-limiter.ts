import { type RateLimiterCompatibleAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../domain/errors.ts';
import type { RateLimiter } from '../domain/ports.ts';
import type { Quota } from '../domain/quota/quota-policy.ts';
import type { Consumption, Remainder } from '../domain/quota/window.ts';

type Limiter = Pick<RateLimiterCompatibleAbstract, 'consume' | 'get'>;

/** Any limiter of rate-limiter-flexible, or on its interface, as the domain's port: one for each limit and window, made when first met. */
export class FlexibleRateLimiter implements RateLimiter {
  readonly #create: (quota: Quota) => Limiter;
  readonly #limiters = new Map<string, Limiter>();

  constructor(create: (quota: Quota) => Limiter) {
    this.#create = create;
  }

  async consume(subscriberId: string, quota: Quota): Promise<Consumption> {
    const limiter = this.#limiterFor(quota);
    try {
      return toConsumption(true, await limiter.consume(subscriberId));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return toConsumption(false, refusal);
      throw unavailable(refusal);
    }
  }

  async look(subscriberId: string, quota: Quota): Promise<Remainder> {
    try {
      const counted = await this.#limiterFor(quota).get(subscriberId);
      return counted ? toRemainder(counted) : { remaining: quota.limit, availableInMs: 0 };
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  async isUp(): Promise<boolean> {
    return true;
  }

  async close(): Promise<void> {}

  #limiterFor(quota: Quota): Limiter {
    const measure = `${quota.limit}/${quota.windowSeconds}`;
    const known = this.#limiters.get(measure);
    if (known) return known;
    const limiter = this.#create(quota);
    this.#limiters.set(measure, limiter);
    return limiter;
  }
}

function toConsumption(accepted: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Consumption {
  return { accepted, remaining: remainingPoints, availableInMs: msBeforeNext };
}

function toRemainder({ remainingPoints, msBeforeNext }: RateLimiterRes): Remainder {
  return { remaining: remainingPoints, availableInMs: msBeforeNext };
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError('STORE_UNAVAILABLE', 'The quota store did not answer.', { cause });
}
