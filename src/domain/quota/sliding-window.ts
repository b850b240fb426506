import type { Consumption, Remainder, Window } from './window.ts';

const SMALLEST_RING = 8;

/**
 * An exact sliding window: the log of the accepted requests of the last `windowMs`, so that no span of that length
 * holds more of them than the limit.
 *
 * Requests of the same millisecond are one entry with a count. The log is a ring with a moving head, so that nothing
 * is ever shifted, and it holds no more entries than requests were accepted or the window has milliseconds, whichever
 * is less: 60,000 entries of 16 bytes, twice that at most while it grows, for a limit of any size.
 */
export class SlidingWindow implements Window {
  readonly #windowMs: number;
  #times = ring(SMALLEST_RING);
  #counts = ring(SMALLEST_RING);
  #head = 0;
  #entries = 0;
  #used = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** How many entries of 16 bytes it has room for: what it takes of memory. */
  get slots(): number {
    return this.#times.length;
  }

  consume(nowMs: number, limit: number): Consumption {
    this.#forgetBefore(nowMs - this.#windowMs);
    const accepted = this.#used < limit;
    if (accepted) this.#append(nowMs);
    return { accepted, ...this.#state(nowMs, limit) };
  }

  look(nowMs: number, limit: number): Remainder {
    this.#forgetBefore(nowMs - this.#windowMs);
    return this.#state(nowMs, limit);
  }

  isIdle(nowMs: number): boolean {
    return this.#entries === 0 || this.#timeOf(this.#entries - 1) <= nowMs - this.#windowMs;
  }

  #state(nowMs: number, limit: number): Remainder {
    if (this.#used === 0) return { remaining: limit, availableInMs: 0 };
    // Where the limit has come down since, more than one must expire before a request is accepted again.
    let mustExpire = Math.max(1, this.#used - limit + 1);
    let entry = 0;
    for (; mustExpire > this.#countOf(entry); entry += 1) mustExpire -= this.#countOf(entry);
    return {
      remaining: Math.max(0, limit - this.#used),
      availableInMs: this.#timeOf(entry) + this.#windowMs - nowMs,
    };
  }

  #append(nowMs: number): void {
    this.#used += 1;
    const newest = this.#entries - 1;
    if (newest >= 0 && this.#timeOf(newest) === nowMs) {
      this.#counts[this.#slotOf(newest)]! += 1;
      return;
    }
    if (this.#entries === this.#times.length) this.#resize(2 * this.#entries);
    const slot = this.#slotOf(this.#entries);
    this.#times[slot] = nowMs;
    this.#counts[slot] = 1;
    this.#entries += 1;
  }

  #forgetBefore(edgeMs: number): void {
    while (this.#entries > 0 && this.#timeOf(0) <= edgeMs) {
      this.#used -= this.#countOf(0);
      this.#head = this.#slotOf(1);
      this.#entries -= 1;
    }
    const spacious = this.#times.length > SMALLEST_RING && this.#entries <= this.#times.length / 8;
    if (spacious) this.#resize(Math.max(SMALLEST_RING, this.#times.length / 4));
  }

  #resize(slots: number): void {
    const times = ring(slots);
    const counts = ring(slots);
    for (let entry = 0; entry < this.#entries; entry += 1) {
      times[entry] = this.#timeOf(entry);
      counts[entry] = this.#countOf(entry);
    }
    this.#times = times;
    this.#counts = counts;
    this.#head = 0;
  }

  /** Rings are powers of two. */
  #slotOf(entry: number): number {
    return (this.#head + entry) & (this.#times.length - 1);
  }

  #timeOf(entry: number): number {
    return this.#times[this.#slotOf(entry)] as number;
  }

  #countOf(entry: number): number {
    return this.#counts[this.#slotOf(entry)] as number;
  }
}

/** A plain array: a typed one takes some hundred bytes by itself, and most windows are small. */
function ring(slots: number): number[] {
  return new Array<number>(slots).fill(0);
}
