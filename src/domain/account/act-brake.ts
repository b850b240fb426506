import type { BoundedMap, Clock } from '../ports.ts';
import { SlidingWindow } from '../quota/sliding-window.ts';

const WINDOW_MS = 60_000;

interface BrakeParts {
  readonly clock: Clock;
  readonly windows: BoundedMap<SlidingWindow>;
  /** So many acts of one kind in any minute. */
  readonly acts: number;
}

/** Bounds what one customer can have done in a minute, so that the others, and the API, don't wait for it. */
export class ActBrake {
  readonly #parts: BrakeParts;

  constructor(parts: BrakeParts) {
    this.#parts = parts;
  }

  /** Counts an act where it is allowed. @returns how long to wait where it is not, in milliseconds; else 0 */
  waitMs(whose: string): number {
    const { clock, windows, acts } = this.#parts;
    const window = windows.get(whose) ?? new SlidingWindow(WINDOW_MS);
    const { accepted, availableInMs } = window.consume(clock.elapsedMs(), acts);
    windows.set(whose, window);
    return accepted ? 0 : availableInMs;
  }
}
