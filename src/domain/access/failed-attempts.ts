import type { BoundedMap, Clock } from '../ports.ts';
import { SlidingWindow } from '../quota/sliding-window.ts';

const WINDOW_MS = 60_000;
const ATTEMPTS_A_WINDOW = 30;

/** Counts the invalid keys that came from each address, and tells when an address has brought too many. */
export class FailedAttempts {
  readonly #clock: Clock;
  readonly #windows: BoundedMap<SlidingWindow>;

  constructor(clock: Clock, windows: BoundedMap<SlidingWindow>) {
    this.#clock = clock;
    this.#windows = windows;
  }

  /** How long an address is still blocked, in milliseconds; 0 where it is not. */
  blockedForMs(address: string): number {
    const window = this.#windows.get(address);
    if (!window) return 0;
    const { remaining, availableInMs } = window.look(this.#clock.elapsedMs(), ATTEMPTS_A_WINDOW);
    return remaining > 0 ? 0 : availableInMs;
  }

  record(address: string): void {
    const window = this.#windows.get(address) ?? new SlidingWindow(WINDOW_MS);
    window.consume(this.#clock.elapsedMs(), ATTEMPTS_A_WINDOW);
    this.#windows.set(address, window);
  }
}
