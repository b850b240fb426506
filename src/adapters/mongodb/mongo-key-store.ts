import { setTimeout as pause } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { type ApiKey, end, KEYS_KEPT, type KeyEnding, statusOf } from '../../domain/access/api-key.ts';
import type { Subscriber } from '../../domain/access/subscriber.ts';
import type { Clock, Credential, KeyLimits, KeyStore, Replacement, SubscriberChange } from '../../domain/ports.ts';
import { isDuplicate } from './duplicate.ts';
import { endedOf, liveOf } from './key-conditions.ts';
import type { KeyCollections, KeyDocument, SubscriberDocument } from './mongo-collections.ts';
import type { MongoDatabase } from './mongo-database.ts';

const LOOK_UPS_AT_ONCE = 1000;
/** How often a key is tried where others come at the same time, and how far apart the tries are. */
const ATTEMPTS = 3;
const APART_MS = 50;

/**
 * Subscribers and keys in MongoDB, for any number of instances. It needs no transactions: a change is one write, and
 * what comes before that one is of no use to anybody without it.
 */
export class MongoKeyStore implements KeyStore {
  readonly #clock: Clock;
  readonly #database: MongoDatabase;
  /** What is looked up in the same turn is one command. */
  readonly #credentials: DataLoader<string, Credential | undefined>;

  constructor({ database, clock }: { database: MongoDatabase; clock: Clock }) {
    this.#clock = clock;
    this.#database = database;
    this.#credentials = new DataLoader((digests) => database.look(({ keys }) => lookUp(keys, digests)), {
      cache: false,
      maxBatchSize: LOOK_UPS_AT_ONCE,
    });
  }

  findCredential(digest: string): Promise<Credential | undefined> {
    return this.#credentials.load(digest);
  }

  addSubscriber({ id, ...facts }: Subscriber): Promise<'added' | 'id-taken'> {
    return this.#database.administer(async ({ subscribers }) => {
      try {
        await subscribers.insertOne({ _id: id, ...facts });
        return 'added';
      } catch (error) {
        if (isDuplicate(error)) return 'id-taken';
        throw error;
      }
    });
  }

  findSubscriber(id: string): Promise<Subscriber | undefined> {
    return this.#database.administer(async ({ subscribers }) => {
      const found = await subscribers.findOne({ _id: id });
      return found ? toSubscriber(found) : undefined;
    });
  }

  listSubscribers(): Promise<Subscriber[]> {
    return this.#database.administer(async ({ subscribers }) => {
      const found = await subscribers.find().sort({ _id: 1 }).toArray();
      return found.map(toSubscriber);
    });
  }

  changeSubscriber(id: string, change: SubscriberChange): Promise<Subscriber | undefined> {
    return this.#database.administer(async ({ subscribers }) => {
      const changed = await subscribers.findOneAndUpdate({ _id: id }, { $set: change }, { returnDocument: 'after' });
      return changed ? toSubscriber(changed) : undefined;
    });
  }

  addKey(key: ApiKey, limits?: KeyLimits): Promise<'added' | 'unknown-subscriber' | 'too-many-keys'> {
    return this.#database.administer(async ({ subscribers, keys }) => {
      // Subscribers are never removed, so whoever is there now is there when the key is.
      if (!(await subscribers.findOne({ _id: key.subscriberId }))) return 'unknown-subscriber';
      if (!(await this.#insert(keys, key, limits))) return 'too-many-keys';
      await this.#removeSurplus(keys, key.subscriberId).catch(passOver);
      return 'added';
    });
  }

  findKey(id: string): Promise<ApiKey | undefined> {
    return this.#database.administer(({ keys }) => findKey(keys, id));
  }

  listKeys(filter: { subscriberId?: string }): Promise<ApiKey[]> {
    return this.#database.administer(async ({ keys }) => {
      const found = await keys.find(filter).sort({ createdAtMs: 1, _id: 1 }).toArray();
      return found.map(toKey);
    });
  }

  renameKey(id: string, name: string | null): Promise<ApiKey | undefined> {
    return this.#database.administer(async ({ keys }) => {
      const renamed = await keys.findOneAndUpdate({ _id: id }, { $set: { name } }, { returnDocument: 'after' });
      return renamed ? toKey(renamed) : undefined;
    });
  }

  revokeKey(id: string, atMs: number): Promise<ApiKey | undefined> {
    return this.#database.administer(async ({ keys }) => {
      const live = { _id: id, revokedAtMs: null };
      const revoked = await keys.findOneAndUpdate(live, { $set: { revokedAtMs: atMs } }, { returnDocument: 'after' });
      return revoked ? toKey(revoked) : findKey(keys, id);
    });
  }

  /**
   * The successor comes first: what is lost between the two writes leaves a key whose text nobody was told, and not a
   * customer without one. Where the old key ends at once there may be one more for that moment.
   */
  replaceKey(id: string, successor: ApiKey, ending: KeyEnding, limits?: KeyLimits): Promise<Replacement> {
    return this.#database.administer(async ({ keys }) => {
      if (!(await this.#findLive(keys, id))) return 'not-live';
      const counted = 'retiresAtMs' in ending ? limits : undefined;
      if (!(await this.#insert(keys, successor, counted))) return 'too-many-keys';
      for (let old = await this.#findLive(keys, id); old; old = await this.#findLive(keys, id)) {
        const { revokedAtMs, retiresAtMs } = end(old, ending);
        const asSeen = { _id: id, revokedAtMs: old.revokedAtMs, retiresAtMs: old.retiresAtMs };
        const { matchedCount } = await keys.updateOne(asSeen, { $set: { revokedAtMs, retiresAtMs } });
        if (matchedCount === 0) continue;
        await this.#removeSurplus(keys, old.subscriberId).catch(passOver);
        return 'replaced';
      }
      await keys.deleteOne({ _id: successor.id });
      return 'not-live';
    });
  }

  async recordUses(uses: ReadonlyMap<string, number>): Promise<void> {
    await this.#database.requireUp();
    return this.#database.administer(async ({ keys }) => {
      const updates = [...uses].map(([id, atMs]) => ({
        updateOne: { filter: { _id: id }, update: { $max: { lastUsedAtMs: atMs } } },
      }));
      // Not worth the wait for a majority, nor for one that is behind.
      await keys.bulkWrite(updates, { ordered: false, writeConcern: { w: 1 } });
    });
  }

  isUp(): Promise<boolean> {
    return this.#database.isUp();
  }

  /** Closes all stores of the database. */
  close(): Promise<void> {
    return this.#database.close();
  }

  /**
   * A key is counted once it is there, so that the later one of two at once sees both: there are never too many. Where each
   * sees both, each takes its own away, whose text nobody was told, and one of them comes first the next time.
   */
  async #insert(keys: KeyCollections['keys'], key: ApiKey, limits: KeyLimits | undefined): Promise<boolean> {
    if (!limits) {
      await keys.insertOne(toDocument(key));
      return true;
    }
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if ((await this.#countLive(keys, key.subscriberId)) >= limits.maxLive) return false;
      await keys.insertOne(toDocument(key));
      if ((await this.#countLive(keys, key.subscriberId)) <= limits.maxLive) return true;
      await keys.deleteOne({ _id: key.id });
      await pause(Math.random() * APART_MS);
    }
    return false;
  }

  #countLive(keys: KeyCollections['keys'], subscriberId: string): Promise<number> {
    return keys.countDocuments(liveOf(subscriberId, this.#clock.nowMs()));
  }

  /** By how many of the latest there is room for, and not by how many are too many: two who do it at once agree on these. */
  async #removeSurplus(keys: KeyCollections['keys'], subscriberId: string): Promise<void> {
    const nowMs = this.#clock.nowMs();
    const live = await keys.countDocuments(liveOf(subscriberId, nowMs));
    const ended = keys.find(endedOf(subscriberId, nowMs)).sort({ createdAtMs: -1, _id: -1 });
    const surplus = ended.skip(Math.max(0, KEYS_KEPT - live)).project<{ _id: string }>({ _id: 1 });
    const ids = await surplus.map(({ _id }) => _id).toArray();
    if (ids.length > 0) await keys.deleteMany({ _id: { $in: ids } });
  }

  async #findLive(keys: KeyCollections['keys'], id: string): Promise<ApiKey | undefined> {
    const key = await findKey(keys, id);
    return key && statusOf(key, this.#clock.nowMs()) === 'active' ? key : undefined;
  }
}

async function lookUp(keys: KeyCollections['keys'], digests: readonly string[]): Promise<(Credential | undefined)[]> {
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

/** What could not be removed goes with the next key: this one is there, and whoever made it is to be told its text. */
function passOver(): void {}

async function findKey(keys: KeyCollections['keys'], id: string): Promise<ApiKey | undefined> {
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
