import type { Database } from 'lmdb';
import type { SessionStore } from '../../domain/account/ports.ts';
import type { Session } from '../../domain/account/session.ts';
import type { LmdbData } from './lmdb-data.ts';
import { lookUpKey, rangeOf, reverseRangeOf } from './subscriber-range.ts';
import { TimeIndex } from './time-index.ts';

type SessionOfSubscriber = [subscriberId: string, createdAtMs: number, id: string];

/** Sessions by their digests, in an LMDB file. */
export class LmdbSessionStore implements SessionStore {
  readonly #data: LmdbData;
  readonly #sessions: Database<Session, string>;
  /** The digests of a subscriber's sessions, in the order of their beginning. */
  readonly #sessionsOfSubscriber: Database<string, SessionOfSubscriber>;
  readonly #sessionsByBeginning: TimeIndex<[digest: string]>;

  /** @throws ServiceError DATA_DIR_UNUSABLE */
  constructor(data: LmdbData) {
    this.#data = data;
    this.#sessions = data.openRecords('sessions');
    this.#sessionsOfSubscriber = data.openIndex('sessions-of-subscriber');
    this.#sessionsByBeginning = new TimeIndex(data, 'sessions-by-beginning');
  }

  addSession(session: Session): Promise<void> {
    const { id, digest, subscriberId, createdAtMs } = session;
    return this.#data.write(() => {
      this.#sessions.put(digest, session);
      this.#sessionsOfSubscriber.put([subscriberId, createdAtMs, id], digest);
      this.#sessionsByBeginning.put(createdAtMs, [digest]);
    });
  }

  async findSession(digest: string): Promise<Session | undefined> {
    return this.#data.read(() => this.#sessions.get(lookUpKey(digest)));
  }

  seeSession(digest: string, atMs: number): Promise<void> {
    return this.#data.commit(() => {
      const session = this.#sessions.get(lookUpKey(digest));
      if (session && session.lastSeenAtMs < atMs) this.#sessions.put(digest, { ...session, lastSeenAtMs: atMs });
    });
  }

  async listSessions(subscriberId: string): Promise<Session[]> {
    return this.#data.read(() => {
      const entries = this.#sessionsOfSubscriber.getRange(reverseRangeOf(subscriberId));
      return [...entries].flatMap(({ value: digest }) => this.#sessions.get(digest) ?? []);
    });
  }

  endSession(subscriberId: string, id: string): Promise<Session | undefined> {
    return this.#data.write(() => {
      const entries = this.#sessionsOfSubscriber.getRange(rangeOf(subscriberId));
      const entry = [...entries].find(({ key }) => key[2] === id);
      return entry && this.#remove(entry.value);
    });
  }

  endSessions(subscriberId: string): Promise<void> {
    return this.#data.write(() => {
      const entries = this.#sessionsOfSubscriber.getRange(rangeOf(subscriberId));
      for (const { value: digest } of [...entries]) this.#remove(digest);
    });
  }

  forgetSessions(beforeMs: number): Promise<void> {
    return this.#sessionsByBeginning.forget(beforeMs, ([digest]) => this.#remove(digest));
  }

  #remove(digest: string): Session | undefined {
    const session = this.#sessions.get(digest);
    if (!session) return undefined;
    const { id, subscriberId, createdAtMs } = session;
    this.#sessions.remove(digest);
    this.#sessionsOfSubscriber.remove([subscriberId, createdAtMs, id]);
    this.#sessionsByBeginning.remove(createdAtMs, [digest]);
    return session;
  }
}
