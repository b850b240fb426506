import type { ApiKey } from '../domain/access/api-key.ts';
import type { Clock, KeyStore, Logger } from '../domain/ports.ts';

const MINUTE_MS = 60_000;

/** Keeps when each key was last used, true to the minute, in few writes and off the requests' way. */
export class RecordUses {
  readonly #store: KeyStore;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #unwritten = new Map<string, number>();

  constructor(store: KeyStore, clock: Clock, logger: Logger) {
    this.#store = store;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Costs a write where the kept time is a minute old: so one a minute for a busy key, and none for its other uses. */
  note(key: ApiKey): void {
    const nowMs = this.#clock.nowMs();
    if (key.lastUsedAtMs === null || nowMs - key.lastUsedAtMs >= MINUTE_MS) this.#unwritten.set(key.id, nowMs);
  }

  /** Writes what was noted; what could not be written is kept for the next time. */
  async flush(): Promise<void> {
    if (this.#unwritten.size === 0) return;
    const uses = this.#unwritten;
    this.#unwritten = new Map();
    try {
      await this.#store.recordUses(uses);
    } catch (error) {
      this.#unwritten = new Map([...uses, ...this.#unwritten]);
      this.#logger.warn('the last uses of keys could not be written yet', { error });
    }
  }
}
