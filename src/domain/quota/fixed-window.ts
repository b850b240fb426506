import type { Consumption, Remainder, Window } from './window.ts';

/** A window that opens at the first request and counts until it closes; across its edge two bursts can meet. */
export class FixedWindow implements Window {
  readonly #windowMs: number;
  #closesAtMs = Number.NEGATIVE_INFINITY;
  #used = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  consume(nowMs: number, limit: number): Consumption {
    if (this.isIdle(nowMs)) {
      this.#closesAtMs = nowMs + this.#windowMs;
      this.#used = 0;
    }
    const accepted = this.#used < limit;
    if (accepted) this.#used += 1;
    return { accepted, ...this.look(nowMs, limit) };
  }

  look(nowMs: number, limit: number): Remainder {
    if (this.isIdle(nowMs)) return { remaining: limit, availableInMs: 0 };
    return { remaining: Math.max(0, limit - this.#used), availableInMs: this.#closesAtMs - nowMs };
  }

  isIdle(nowMs: number): boolean {
    return nowMs >= this.#closesAtMs;
  }
}
