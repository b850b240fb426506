import { ServiceError } from '../errors.ts';
import type { BoundedMap, Clock, RateLimiter } from '../ports.ts';
import type { Quota } from './quota-policy.ts';
import type { Consumption, Remainder } from './window.ts';

/** For so long, what the shared count last said of a subscriber is heeded when it says no more. */
const HEEDED_FOR_MS = 2000;

/** What the shared count last said of a subscriber, by the clock's elapsed time. */
interface Word {
  readonly atMs: number;
  readonly accepted: boolean;
  readonly availableAtMs: number;
  /** What was left then, less what was accepted here without it since. */
  remaining: number;
}

interface FallbackParts {
  /** The count that all instances share. */
  readonly shared: RateLimiter;
  /** This instance's own, which can't fail. */
  readonly own: RateLimiter;
  /** By subscriber. */
  readonly lastWords: BoundedMap<Word>;
  readonly clock: Clock;
}

/**
 * Counts with all instances together; while the shared count is away, this instance holds each plan's limit by itself.
 *
 * Nothing begins anew when it goes: this instance's own count has what it accepted before, and whoever was refused by
 * the shared one stays refused for as long as they were told. Where it only stumbles, what it said a moment ago bounds
 * what is accepted without it, so that the limit holds across the instances then too.
 */
export class FallbackRateLimiter implements RateLimiter {
  readonly #parts: FallbackParts;

  constructor(parts: FallbackParts) {
    this.#parts = parts;
  }

  /** Never rejects for a store that is away. */
  async consume(subscriberId: string, quota: Quota): Promise<Consumption> {
    const { shared, own, lastWords, clock } = this.#parts;
    try {
      const consumption = await shared.consume(subscriberId, quota);
      const { accepted, remaining, availableInMs } = consumption;
      const atMs = clock.elapsedMs();
      lastWords.set(subscriberId, { atMs, accepted, remaining, availableAtMs: atMs + availableInMs });
      if (accepted) await own.consume(subscriberId, quota);
      return consumption;
    } catch (error) {
      if (!isAway(error)) throw error;
      return this.#decideAlone(subscriberId, quota);
    }
  }

  /** Never rejects for a store that is away. */
  async look(subscriberId: string, quota: Quota): Promise<Remainder> {
    try {
      return await this.#parts.shared.look(subscriberId, quota);
    } catch (error) {
      if (!isAway(error)) throw error;
      return this.#lookAlone(subscriberId, quota);
    }
  }

  isUp(): Promise<boolean> {
    return this.#parts.shared.isUp();
  }

  async close(): Promise<void> {
    await this.#parts.shared.close();
    await this.#parts.own.close();
  }

  async #decideAlone(subscriberId: string, quota: Quota): Promise<Consumption> {
    const { own, lastWords, clock } = this.#parts;
    const last = lastWords.get(subscriberId);
    const bound = last && boundOf(last, clock.elapsedMs());
    if (bound?.remaining === 0) return { accepted: false, ...bound };
    const consumption = await own.consume(subscriberId, quota);
    if (last && consumption.accepted) last.remaining -= 1;
    return consumption;
  }

  /** What would be decided alone: the lesser of what the last word leaves and what is left by its own count. */
  async #lookAlone(subscriberId: string, quota: Quota): Promise<Remainder> {
    const { own, lastWords, clock } = this.#parts;
    const last = lastWords.get(subscriberId);
    const bound = last && boundOf(last, clock.elapsedMs());
    const remainder = await own.look(subscriberId, quota);
    return bound && (bound.remaining === 0 || bound.remaining < remainder.remaining) ? bound : remainder;
  }
}

/** A refusal is a promise for as long as it told; what was left after an acceptance is true for a moment. */
function boundOf({ atMs, accepted, remaining, availableAtMs }: Word, nowMs: number): Remainder | undefined {
  if (nowMs >= availableAtMs || (accepted && nowMs - atMs >= HEEDED_FOR_MS)) return undefined;
  return { remaining: accepted ? Math.max(0, remaining) : 0, availableInMs: availableAtMs - nowMs };
}

function isAway(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'STORE_UNAVAILABLE';
}
