import type { Database } from 'lmdb';
import { AUDIT_KEPT, type AuditEvent } from '../../domain/account/audit-event.ts';
import type { AuditTrail } from '../../domain/account/ports.ts';
import type { LmdbData } from './lmdb-data.ts';
import { rangeOf, reverseRangeOf } from './subscriber-range.ts';
import { TimeIndex } from './time-index.ts';

type EventKey = [subscriberId: string, atMs: number, id: string];

/** What happened to subscribers' keys and sessions, in an LMDB file. */
export class LmdbAuditTrail implements AuditTrail {
  readonly #data: LmdbData;
  readonly #events: Database<AuditEvent, EventKey>;
  readonly #eventsByTime: TimeIndex<EventKey>;

  /** @throws ServiceError DATA_DIR_UNUSABLE */
  constructor(data: LmdbData) {
    this.#data = data;
    this.#events = data.openRecords('events');
    this.#eventsByTime = new TimeIndex(data, 'events-by-time');
  }

  append(event: AuditEvent): Promise<void> {
    const key: EventKey = [event.subscriberId, event.atMs, event.id];
    return this.#data.write(() => {
      this.#events.put(key, event);
      this.#eventsByTime.put(event.atMs, key);
      this.#removeSurplus(event.subscriberId);
    });
  }

  async latest(subscriberId: string, count: number): Promise<AuditEvent[]> {
    return this.#data.read(() => {
      const events = this.#events.getRange({ ...reverseRangeOf(subscriberId), limit: count });
      return [...events.map(({ value }) => value)];
    });
  }

  forgetEvents(beforeMs: number): Promise<void> {
    return this.#eventsByTime.forget(beforeMs, (key) => this.#events.remove(key));
  }

  #removeSurplus(subscriberId: string): void {
    const range = rangeOf(subscriberId);
    const surplus = this.#events.getKeysCount({ ...range }) - AUDIT_KEPT;
    if (surplus <= 0) return;
    for (const key of [...this.#events.getKeys({ ...range, limit: surplus })]) {
      this.#events.remove(key);
      this.#eventsByTime.remove(key[1], key);
    }
  }
}
