import { AUDIT_KEPT, type AuditEvent } from '../../domain/account/audit-event.ts';
import type { AuditTrail } from '../../domain/account/ports.ts';
import type { EventDocument } from './mongo-collections.ts';
import { inBackground, type MongoDatabase } from './mongo-database.ts';

const latestFirst = { atMs: -1, _id: -1 } as const;

/** What happened, a document an event. */
export class MongoAuditTrail implements AuditTrail {
  readonly #database: MongoDatabase;

  constructor(database: MongoDatabase) {
    this.#database = database;
  }

  append({ id, ...facts }: AuditEvent): Promise<void> {
    return this.#database.use(async ({ events }) => {
      await events.insertOne({ _id: id, ...facts });
      const { subscriberId } = facts;
      const surplus = events
        .find({ subscriberId })
        .sort(latestFirst)
        .skip(AUDIT_KEPT)
        .project<{ _id: string }>({ _id: 1 });
      const ids = await surplus.map(({ _id }) => _id).toArray();
      if (ids.length > 0) await events.deleteMany({ _id: { $in: ids } });
    });
  }

  async latest(subscriberId: string, count: number): Promise<AuditEvent[]> {
    if (count === 0) return []; // to MongoDB, 0 is no limit
    return this.#database.use(async ({ events }) => {
      const found = await events.find({ subscriberId }).sort(latestFirst).limit(count).toArray();
      return found.map(toEvent);
    });
  }

  forgetEvents(beforeMs: number): Promise<void> {
    return this.#database.useInBackground(async ({ events }) => {
      await events.deleteMany({ atMs: { $lt: beforeMs } }, inBackground);
    });
  }
}

function toEvent({ _id, ...facts }: EventDocument): AuditEvent {
  return { id: _id, ...facts };
}
