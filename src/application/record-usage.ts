import type { UsageStore } from '../domain/account/ports.ts';
import { stepOf, sumOf, type Usage, type UsageCount } from '../domain/account/usage.ts';
import type { UsageCounter } from '../domain/account/usage-counter.ts';
import type { Clock, Logger } from '../domain/ports.ts';

/** What can't be written is kept up to so many subscribers' minutes. */
const KEPT_COUNTS = 100_000;
/** Written in one go: more would hold up the requests meanwhile. */
const COUNTS_A_WRITE = 200;

interface RecordingParts {
  readonly counter: UsageCounter;
  readonly store: UsageStore;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Writes what was counted, off the requests' way. A count belongs to the minute in which it is written. What could not be
 * written is written later: where only the answer was lost, it counts twice.
 */
export class RecordUsage {
  readonly #parts: RecordingParts;
  readonly #unwritten = new Map<string, UsageCount>();
  #lastWrite = Promise.resolve();
  #isFailing = false;

  constructor(parts: RecordingParts) {
    this.#parts = parts;
  }

  /** What is not written yet of a subscriber's usage, by the minute. */
  unwrittenOf(subscriberId: string): UsageCount[] {
    const counted = { subscriberId, atMs: this.#parts.clock.nowMs(), ...this.#parts.counter.pendingOf(subscriberId) };
    return [...[...this.#unwritten.values()].filter((count) => count.subscriberId === subscriberId), counted];
  }

  /** To be called every 10 seconds, and at the end. */
  flush(): Promise<void> {
    this.#lastWrite = this.#lastWrite.then(() => this.#write());
    return this.#lastWrite;
  }

  async #write(): Promise<void> {
    const { counter, store, logger } = this.#parts;
    for (const [subscriberId, usage] of counter.take()) this.#keep(subscriberId, usage);
    const due = [...this.#unwritten];
    try {
      for (let at = 0; at < due.length; at += COUNTS_A_WRITE) {
        const batch = due.slice(at, at + COUNTS_A_WRITE);
        await store.addUsage(batch.map(([, count]) => count));
        for (const [id] of batch) this.#unwritten.delete(id);
      }
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) logger.warn('usage could not be written yet', { error });
      this.#isFailing = true;
    }
  }

  #keep(subscriberId: string, usage: Usage): void {
    const atMs = stepOf('hour', this.#parts.clock.nowMs());
    const id = `${subscriberId} ${atMs}`;
    const kept = this.#unwritten.get(id);
    if (!kept && this.#unwritten.size >= KEPT_COUNTS) return;
    this.#unwritten.set(id, { subscriberId, atMs, ...(kept ? sumOf(kept, usage) : usage) });
  }
}
