import type { Clock } from '../../src/domain/ports.ts';

/** A clock that stands still until it is told to go on; both times differ, so that a mix-up shows. */
export class SettableClock implements Clock {
  #passedMs = 0;

  nowMs(): number {
    return Date.UTC(2026, 0, 2, 3, 4, 5, 678) + this.#passedMs;
  }

  elapsedMs(): number {
    return 5_000 + this.#passedMs;
  }

  advance(ms: number): void {
    this.#passedMs += ms;
  }
}
