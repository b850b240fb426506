import type { ApiKey } from '../domain/access/api-key.ts';
import type { Clock, KeyStore, Logger } from '../domain/ports.ts';

const MINUTE_MS = 60_000;

/** Keeps when each key was last used, true to the minute, in few writes and off the requests' way. */
export class RecordUses {
  readonly #store: KeyStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  /** When each key's use was last written, by the clock's elapsed time: what is known of a key may be older than that. */
  readonly #written = new Map<string, number>();
  #unwritten = new Map<string, number>();
  #lastWrite = Promise.resolve();
  #isFailing = false;

  constructor(store: KeyStore, clock: Clock, logger: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Costs a write where the kept time is a minute old: so one a minute for a busy key, and none for its other uses. */
  note({ id, lastUsedAtMs }: ApiKey): void {
    const nowMs = this.#clock.nowMs();
    const isKept = lastUsedAtMs !== null && nowMs - lastUsedAtMs < MINUTE_MS;
    if (!isKept && !this.#written.has(id)) this.#unwritten.set(id, nowMs);
  }

  /** Writes what was noted, one write after the other; what could not be written is kept. To be called each second. */
  flush(): Promise<void> {
    this.#lastWrite = this.#lastWrite.then(() => this.#write());
    return this.#lastWrite;
  }

  async #write(): Promise<void> {
    const elapsedMs = this.#clock.elapsedMs();
    for (const [id, atMs] of this.#written) {
      if (elapsedMs - atMs >= MINUTE_MS) this.#written.delete(id);
      else this.#unwritten.delete(id); // noted again while it was being written
    }
    if (this.#unwritten.size === 0) return;
    const uses = this.#unwritten;
    this.#unwritten = new Map();
    try {
      await this.#store.recordUses(uses);
      for (const id of uses.keys()) this.#written.set(id, elapsedMs);
      this.#isFailing = false;
    } catch (error) {
      this.#unwritten = new Map([...uses, ...this.#unwritten]);
      if (!this.#isFailing) this.#logger.warn('the last uses of keys could not be written yet', { error });
      this.#isFailing = true;
    }
  }
}
