import { RateLimiterCompatibleAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '../../domain/ports.ts';
import type { Window } from '../../domain/quota/window.ts';

interface MemoryLimiterOptions {
  /** Requests accepted in a window. */
  readonly points: number;
  readonly clock: Clock;
  /** The counts, which limiters with other points share, so that a change of plan forgets nothing. */
  readonly windows: Map<string, Window>;
  readonly createWindow: () => Window;
}

/**
 * Counts in this process's memory, on the interface of rate-limiter-flexible: `consume` resolves with a RateLimiterRes
 * where a request is accepted and rejects with one where it is refused; `get` resolves with null where nothing is counted.
 *
 * The windows stand in the order of their last accepted request, and each request drops those at the front whose last
 * one has left the window: what is held is bounded by the requests of the last window.
 */
export class MemoryLimiter extends RateLimiterCompatibleAbstract {
  readonly #options: MemoryLimiterOptions;

  constructor(options: MemoryLimiterOptions) {
    super();
    this.#options = options;
  }

  override consume(key: string | number): Promise<RateLimiterRes> {
    const { points, clock, windows, createWindow } = this.#options;
    const nowMs = clock.elapsedMs();
    const subscriber = String(key);
    this.#forgetIdle(nowMs);

    const window = windows.get(subscriber) ?? createWindow();
    const { accepted, remaining, availableInMs } = window.consume(nowMs, points);
    const result = new RateLimiterRes(remaining, availableInMs, points - remaining);
    if (!accepted) return Promise.reject(result);
    windows.delete(subscriber);
    windows.set(subscriber, window);
    return Promise.resolve(result);
  }

  override async get(key: string | number): Promise<RateLimiterRes | null> {
    const { points, clock, windows } = this.#options;
    const nowMs = clock.elapsedMs();
    const window = windows.get(String(key));
    if (!window || window.isIdle(nowMs)) return null;
    const { remaining, availableInMs } = window.look(nowMs, points);
    return new RateLimiterRes(remaining, availableInMs, points - remaining);
  }

  #forgetIdle(nowMs: number): void {
    for (const [subscriber, window] of this.#options.windows) {
      if (!window.isIdle(nowMs)) return;
      this.#options.windows.delete(subscriber);
    }
  }
}
