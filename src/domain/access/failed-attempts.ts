import type { BoundedMap, Clock } from '../ports.ts';
import { SlidingWindow } from '../quota/sliding-window.ts';

const WINDOW_MS = 60_000;

/** Counts the attempts that failed from each address, and tells when an address has brought too many. */
export class FailedAttempts {
  readonly #clock: Clock;
  readonly #windows: BoundedMap<SlidingWindow>;
  readonly #allowed: number;

  /** @param allowed failures in a minute, up to which an address is not blocked */
  constructor(clock: Clock, windows: BoundedMap<SlidingWindow>, allowed: number) {
    this.#clock = clock;
    this.#windows = windows;
    this.#allowed = allowed;
  }

  /** How long an address is still blocked, in milliseconds; 0 where it is not. */
  blockedForMs(address: string): number {
    const window = this.#windows.get(address);
    if (!window) return 0;
    const { remaining, availableInMs } = window.look(this.#clock.elapsedMs(), this.#allowed);
    return remaining > 0 ? 0 : availableInMs;
  }

  record(address: string): void {
    const window = this.#windows.get(address) ?? new SlidingWindow(WINDOW_MS);
    window.consume(this.#clock.elapsedMs(), this.#allowed);
    this.#windows.set(address, window);
  }
}
