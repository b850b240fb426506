import { setTimeout as pause } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { MongoServerError } from 'mongodb';
import { type ApiKey, end, type KeyEnding, statusOf } from '../../domain/access/api-key.ts';
import type { Subscriber } from '../../domain/access/subscriber.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Clock, Credential, KeyStore, Logger, Meter, SubscriberChange } from '../../domain/ports.ts';
import { CircuitBreaker } from '../circuit-breaker.ts';
import { type Collections, type KeyDocument, MongoConnection, type SubscriberDocument } from './mongo-connection.ts';

const DUPLICATE = 11000;
/** So that a key that is renewed in its fourth second is stale no sooner than it is known that the store is away. */
const LOOK_UP_WITHIN_MS = 750;
const LOOK_UPS_AT_ONCE = 1000;
/** Whoever administers waits longer than a caller does. */
const ADMINISTER_WITHIN_MS = 8000;

interface MongoKeyStoreOptions {
  /** As MONGODB_URL. */
  readonly url: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly meter: Meter;
}

/**
 * Subscribers and keys in MongoDB, for any number of instances. It needs no transactions: a change is one write, and
 * what comes before that one is of no use to anybody without it.
 */
export class MongoKeyStore implements KeyStore {
  readonly #clock: Clock;
  readonly #connection: MongoConnection;
  readonly #breaker: CircuitBreaker;
  /** What is looked up in the same turn is one command. */
  readonly #credentials: DataLoader<string, Credential | undefined>;

  /** @throws ServiceError INVALID_SETTINGS where the URL can't be read */
  constructor({ url, clock, logger, meter }: MongoKeyStoreOptions) {
    this.#clock = clock;
    this.#connection = new MongoConnection(url);
    this.#breaker = new CircuitBreaker({
      name: 'MongoDB',
      whileAway: 'keys that were verified in the last 15 minutes go on',
      deadlineMs: LOOK_UP_WITHIN_MS,
      probe: () => this.#connection.ping(),
      fault: () => this.#connection.fault,
      logger,
      meter,
    });
    this.#credentials = new DataLoader((digests) => this.#breaker.call(() => this.#lookUp(digests)), {
      cache: false,
      maxBatchSize: LOOK_UPS_AT_ONCE,
    });
  }

  findCredential(digest: string): Promise<Credential | undefined> {
    return this.#credentials.load(digest);
  }

  addSubscriber({ id, ...facts }: Subscriber): Promise<'added' | 'id-taken'> {
    return this.#administer(async ({ subscribers }) => {
      try {
        await subscribers.insertOne({ _id: id, ...facts });
        return 'added';
      } catch (error) {
        if (error instanceof MongoServerError && error.code === DUPLICATE) return 'id-taken';
        throw error;
      }
    });
  }

  listSubscribers(): Promise<Subscriber[]> {
    return this.#administer(async ({ subscribers }) => {
      const found = await subscribers.find().sort({ _id: 1 }).toArray();
      return found.map(toSubscriber);
    });
  }

  changeSubscriber(id: string, change: SubscriberChange): Promise<Subscriber | undefined> {
    return this.#administer(async ({ subscribers }) => {
      const changed = await subscribers.findOneAndUpdate({ _id: id }, { $set: change }, { returnDocument: 'after' });
      return changed ? toSubscriber(changed) : undefined;
    });
  }

  addKey(key: ApiKey): Promise<'added' | 'unknown-subscriber'> {
    return this.#administer(async ({ subscribers, keys }) => {
      // Subscribers are never removed, so whoever is there now is there when the key is.
      if (!(await subscribers.findOne({ _id: key.subscriberId }))) return 'unknown-subscriber';
      await keys.insertOne(toDocument(key));
      return 'added';
    });
  }

  findKey(id: string): Promise<ApiKey | undefined> {
    return this.#administer(({ keys }) => findKey(keys, id));
  }

  listKeys(filter: { subscriberId?: string }): Promise<ApiKey[]> {
    return this.#administer(async ({ keys }) => {
      const found = await keys.find(filter).sort({ createdAtMs: 1, _id: 1 }).toArray();
      return found.map(toKey);
    });
  }

  revokeKey(id: string, atMs: number): Promise<ApiKey | undefined> {
    return this.#administer(async ({ keys }) => {
      const live = { _id: id, revokedAtMs: null };
      const revoked = await keys.findOneAndUpdate(live, { $set: { revokedAtMs: atMs } }, { returnDocument: 'after' });
      return revoked ? toKey(revoked) : findKey(keys, id);
    });
  }

  /**
   * The successor comes first: what is lost between the two writes leaves a key whose text nobody was told, and not a
   * customer without one.
   */
  replaceKey(id: string, successor: ApiKey, ending: KeyEnding): Promise<'replaced' | 'not-live'> {
    return this.#administer(async ({ keys }) => {
      if (!(await this.#findLive(keys, id))) return 'not-live';
      await keys.insertOne(toDocument(successor));
      for (let old = await this.#findLive(keys, id); old; old = await this.#findLive(keys, id)) {
        const { revokedAtMs, retiresAtMs } = end(old, ending);
        const asSeen = { _id: id, revokedAtMs: old.revokedAtMs, retiresAtMs: old.retiresAtMs };
        const { matchedCount } = await keys.updateOne(asSeen, { $set: { revokedAtMs, retiresAtMs } });
        if (matchedCount === 1) return 'replaced';
      }
      await keys.deleteOne({ _id: successor.id });
      return 'not-live';
    });
  }

  async recordUses(uses: ReadonlyMap<string, number>): Promise<void> {
    if (!(await this.isUp())) throw new ServiceError('STORE_UNAVAILABLE', 'MongoDB is away.');
    return this.#administer(async ({ keys }) => {
      const updates = [...uses].map(([id, atMs]) => ({
        updateOne: { filter: { _id: id }, update: { $max: { lastUsedAtMs: atMs } } },
      }));
      // Not worth the wait for a majority, nor for one that is behind.
      await keys.bulkWrite(updates, { ordered: false, writeConcern: { w: 1 } });
    });
  }

  isUp(): Promise<boolean> {
    return this.#breaker.isClosed();
  }

  async close(): Promise<void> {
    this.#breaker.end();
    await this.#connection.close();
  }

  async #lookUp(digests: readonly string[]): Promise<(Credential | undefined)[]> {
    const { keys } = await this.#connection.collections();
    const found = await keys
      .aggregate<KeyDocument & { subscriber: [SubscriberDocument] }>([
        { $match: { digest: { $in: digests } } },
        { $lookup: { from: 'subscribers', localField: 'subscriberId', foreignField: '_id', as: 'subscriber' } },
      ])
      .toArray();
    const byDigest = new Map(
      found.map(({ subscriber: [subscriber], ...key }) => [
        key.digest,
        { key: toKey(key), subscriber: toSubscriber(subscriber) },
      ]),
    );
    return digests.map((digest) => byDigest.get(digest));
  }

  async #findLive(keys: Collections['keys'], id: string): Promise<ApiKey | undefined> {
    const key = await findKey(keys, id);
    return key && statusOf(key, this.#clock.nowMs()) === 'active' ? key : undefined;
  }

  async #administer<T>(act: (collections: Collections) => Promise<T>): Promise<T> {
    try {
      return await within(ADMINISTER_WITHIN_MS, this.#connection.collections().then(act));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
      const message = `MongoDB did not answer (${reason}): check MONGODB_URL, and that it is running.`;
      throw new ServiceError('STORE_UNAVAILABLE', message, { cause });
    }
  }
}

async function findKey(keys: Collections['keys'], id: string): Promise<ApiKey | undefined> {
  const found = await keys.findOne({ _id: id });
  return found ? toKey(found) : undefined;
}

function toSubscriber({ _id, ...facts }: SubscriberDocument): Subscriber {
  return { id: _id, ...facts };
}

function toKey({ _id, ...facts }: KeyDocument): ApiKey {
  return { id: _id, ...facts };
}

function toDocument({ id, ...facts }: ApiKey): KeyDocument {
  return { _id: id, ...facts };
}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const late = pause(ms, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${ms / 1000} s`);
  });
  return Promise.race([promise, late]);
}
