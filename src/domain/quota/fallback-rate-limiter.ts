import { ServiceError } from '../errors.ts';
import type { BoundedMap, Clock, RateLimiter } from '../ports.ts';
import type { Quota } from './quota-policy.ts';
import type { Consumption } from './window.ts';

interface FallbackParts {
  /** The count that all instances share. */
  readonly shared: RateLimiter;
  /** This instance's own, which can't fail. */
  readonly own: RateLimiter;
  /** Until when the shared count was exhausted, by subscriber. */
  readonly exhaustions: BoundedMap<number>;
  readonly clock: Clock;
}

/**
 * Counts with all instances together; while the shared count is away, this instance holds each plan's limit by itself.
 *
 * Nothing begins anew when it goes: this instance's own count has what it accepted before, and whoever was refused by
 * the shared one stays refused for as long as they were told.
 */
export class FallbackRateLimiter implements RateLimiter {
  readonly #parts: FallbackParts;

  constructor(parts: FallbackParts) {
    this.#parts = parts;
  }

  /** Never rejects for a store that is away. */
  async consume(subscriberId: string, quota: Quota): Promise<Consumption> {
    const { shared, own, exhaustions, clock } = this.#parts;
    try {
      const consumption = await shared.consume(subscriberId, quota);
      if (consumption.accepted) await own.consume(subscriberId, quota);
      else exhaustions.set(subscriberId, clock.elapsedMs() + consumption.availableInMs);
      return consumption;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'STORE_UNAVAILABLE') throw error;
      const availableInMs = (exhaustions.get(subscriberId) ?? 0) - clock.elapsedMs();
      return availableInMs > 0 ? { accepted: false, remaining: 0, availableInMs } : own.consume(subscriberId, quota);
    }
  }

  isUp(): Promise<boolean> {
    return this.#parts.shared.isUp();
  }

  async close(): Promise<void> {
    await this.#parts.shared.close();
    await this.#parts.own.close();
  }
}
