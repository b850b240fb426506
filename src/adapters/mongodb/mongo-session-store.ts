import type { SessionStore } from '../../domain/account/ports.ts';
import type { Session } from '../../domain/account/session.ts';
import type { SessionDocument } from './mongo-collections.ts';
import { inBackground, type MongoDatabase } from './mongo-database.ts';

/** Sessions by their digest, so that a page costs one read by id. */
export class MongoSessionStore implements SessionStore {
  readonly #database: MongoDatabase;

  constructor(database: MongoDatabase) {
    this.#database = database;
  }

  addSession({ digest, ...facts }: Session): Promise<void> {
    return this.#database.use(async ({ sessions }) => {
      await sessions.insertOne({ _id: digest, ...facts });
    });
  }

  findSession(digest: string): Promise<Session | undefined> {
    return this.#database.use(async ({ sessions }) => {
      const found = await sessions.findOne({ _id: digest });
      return found ? toSession(found) : undefined;
    });
  }

  seeSession(digest: string, atMs: number): Promise<void> {
    return this.#database.use(async ({ sessions }) => {
      // Not worth the wait for a majority, nor for one that is behind.
      await sessions.updateOne({ _id: digest }, { $max: { lastSeenAtMs: atMs } }, { writeConcern: { w: 1 } });
    });
  }

  listSessions(subscriberId: string): Promise<Session[]> {
    return this.#database.use(async ({ sessions }) => {
      const found = await sessions.find({ subscriberId }).sort({ createdAtMs: -1, _id: 1 }).toArray();
      return found.map(toSession);
    });
  }

  endSession(subscriberId: string, id: string): Promise<Session | undefined> {
    return this.#database.use(async ({ sessions }) => {
      const ended = await sessions.findOneAndDelete({ subscriberId, id });
      return ended ? toSession(ended) : undefined;
    });
  }

  endSessions(subscriberId: string): Promise<void> {
    return this.#database.use(async ({ sessions }) => {
      await sessions.deleteMany({ subscriberId });
    });
  }

  forgetSessions(beforeMs: number): Promise<void> {
    return this.#database.useInBackground(async ({ sessions }) => {
      await sessions.deleteMany({ createdAtMs: { $lt: beforeMs } }, inBackground);
    });
  }
}

function toSession({ _id, ...facts }: SessionDocument): Session {
  return { digest: _id, ...facts };
}
