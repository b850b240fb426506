import type { Database } from 'lmdb';
import { LRUCache } from 'lru-cache';
import { type ApiKey, end, KEYS_KEPT, type KeyEnding, revoke, statusOf } from '../../domain/access/api-key.ts';
import type { Subscriber } from '../../domain/access/subscriber.ts';
import type {
  Clock,
  Credential,
  EmbeddedKeyStore,
  KeyLimits,
  Replacement,
  SubscriberChange,
} from '../../domain/ports.ts';
import type { LmdbData } from './lmdb-data.ts';
import { lookUpKey, rangeOf } from './subscriber-range.ts';

const KEPT_CREDENTIALS = 10_000;

type KeysOfSubscriber = [subscriberId: string, createdAtMs: number, id: string];

/** Subscribers and keys in an LMDB file; closing it closes the file for all that is kept there. */
export class LmdbKeyStore implements EmbeddedKeyStore {
  readonly #data: LmdbData;
  readonly #clock: Clock;
  readonly #subscribers: Database<Subscriber, string>;
  /** By digest, so that a request costs one read of a key and one of its subscriber at most. */
  readonly #keys: Database<ApiKey, string>;
  readonly #digests: Database<string, string>;
  /** The digests of a subscriber's keys, in the order of their making. */
  readonly #keysOfSubscriber: Database<string, KeysOfSubscriber>;
  /** What was read lately, by digest, true for as long as the file's count of changes stands. */
  readonly #credentials = new LRUCache<string, Credential>({ max: KEPT_CREDENTIALS });
  #changes = 0;
  #hasLooked = false;

  /** @throws ServiceError DATA_DIR_UNUSABLE */
  constructor({ data, clock }: { data: LmdbData; clock: Clock }) {
    this.#data = data;
    this.#clock = clock;
    this.#subscribers = data.openRecords('subscribers');
    this.#keys = data.openRecords('keys');
    this.#digests = data.openIndex('digests');
    this.#keysOfSubscriber = data.openIndex('keys-of-subscriber');
    data.mend(() => this.#mendIndex());
  }

  claim(): Promise<boolean> {
    return this.#data.claim();
  }

  addFirst({ subscriber, key }: Credential): Promise<boolean> {
    return this.#write(() => {
      if (this.#subscribers.getCount() > 0) return false;
      this.#subscribers.put(subscriber.id, subscriber);
      this.#insertKey(key);
      return true;
    });
  }

  async findCredential(digest: string): Promise<Credential | undefined> {
    if (!this.#hasLooked) this.#data.read(() => this.#lookForChanges());
    const kept = this.#credentials.get(digest);
    if (kept) return kept;
    return this.#data.read(() => {
      const key = this.#keys.get(digest);
      const subscriber = key && this.#subscribers.get(key.subscriberId);
      if (!subscriber) return undefined;
      const credential = { key, subscriber };
      this.#credentials.set(digest, credential);
      return credential;
    });
  }

  addSubscriber(subscriber: Subscriber): Promise<'added' | 'id-taken'> {
    return this.#write(() => {
      if (this.#subscribers.get(subscriber.id)) return 'id-taken';
      this.#subscribers.put(subscriber.id, subscriber);
      return 'added';
    });
  }

  async findSubscriber(id: string): Promise<Subscriber | undefined> {
    return this.#data.read(() => this.#subscribers.get(lookUpKey(id)));
  }

  async listSubscribers(): Promise<Subscriber[]> {
    return this.#data.read(() => [...this.#subscribers.getRange().map(({ value }) => value)]);
  }

  changeSubscriber(id: string, change: SubscriberChange): Promise<Subscriber | undefined> {
    return this.#write(() => {
      const subscriber = this.#subscribers.get(lookUpKey(id));
      if (!subscriber) return undefined;
      const changed = { ...subscriber, ...change };
      this.#subscribers.put(id, changed);
      return changed;
    });
  }

  addKey(key: ApiKey, limits?: KeyLimits): Promise<'added' | 'unknown-subscriber' | 'too-many-keys'> {
    return this.#write(() => {
      if (!this.#subscribers.get(lookUpKey(key.subscriberId))) return 'unknown-subscriber';
      if (!this.#isRoom(key.subscriberId, limits)) return 'too-many-keys';
      this.#insertKey(key);
      this.#removeSurplus(key.subscriberId);
      return 'added';
    });
  }

  async findKey(id: string): Promise<ApiKey | undefined> {
    return this.#data.read(() => this.#keyById(id));
  }

  async listKeys({ subscriberId }: { subscriberId?: string }): Promise<ApiKey[]> {
    return this.#data.read(() => {
      if (subscriberId !== undefined) return this.#keysOf(subscriberId);
      const keys = [...this.#keys.getRange().map(({ value }) => value)];
      return keys.sort((one, other) => one.createdAtMs - other.createdAtMs);
    });
  }

  renameKey(id: string, name: string | null): Promise<ApiKey | undefined> {
    return this.#write(() => {
      const key = this.#keyById(id);
      return key && this.#putKey({ ...key, name });
    });
  }

  revokeKey(id: string, atMs: number): Promise<ApiKey | undefined> {
    return this.#write(() => {
      const key = this.#keyById(id);
      return key && this.#putKey(revoke(key, atMs));
    });
  }

  replaceKey(id: string, successor: ApiKey, ending: KeyEnding, limits?: KeyLimits): Promise<Replacement> {
    return this.#write(() => {
      const old = this.#keyById(id);
      if (!old || !this.#isLive(old)) return 'not-live';
      const ended = end(old, ending);
      // One that ends at once makes the room that its successor takes.
      if (this.#isLive(ended) && !this.#isRoom(old.subscriberId, limits)) return 'too-many-keys';
      this.#putKey(ended);
      this.#insertKey(successor);
      this.#removeSurplus(old.subscriberId);
      return 'replaced';
    });
  }

  recordUses(uses: ReadonlyMap<string, number>): Promise<void> {
    return this.#write(() => {
      for (const [id, atMs] of uses) {
        const key = this.#keyById(id);
        if (key) this.#putKey({ ...key, lastUsedAtMs: Math.max(atMs, key.lastUsedAtMs ?? atMs) });
      }
    });
  }

  isUp(): Promise<boolean> {
    return this.#data.isUp();
  }

  close(): Promise<void> {
    return this.#data.close();
  }

  #isLive(key: ApiKey): boolean {
    return statusOf(key, this.#clock.nowMs()) === 'active';
  }

  #isRoom(subscriberId: string, limits?: KeyLimits): boolean {
    if (!limits) return true;
    return this.#keysOf(subscriberId).filter((key) => this.#isLive(key)).length < limits.maxLive;
  }

  #keysOf(subscriberId: string): ApiKey[] {
    const entries = this.#keysOfSubscriber.getRange(rangeOf(subscriberId));
    return [...entries].flatMap(({ value: digest }) => this.#keys.get(digest) ?? []);
  }

  #keyById(id: string): ApiKey | undefined {
    const digest = this.#digests.get(lookUpKey(id));
    return digest === undefined ? undefined : this.#keys.get(digest);
  }

  #insertKey(key: ApiKey): void {
    this.#putKey(key);
    this.#digests.put(key.id, key.digest);
    this.#enterKey(key);
  }

  #putKey(key: ApiKey): ApiKey {
    this.#keys.put(key.digest, key);
    return key;
  }

  #enterKey({ subscriberId, createdAtMs, id, digest }: ApiKey): void {
    this.#keysOfSubscriber.put([subscriberId, createdAtMs, id], digest);
  }

  /** What is counted is not decoded: nearly always there is nothing to remove. */
  #removeSurplus(subscriberId: string): void {
    const range = rangeOf(subscriberId);
    let surplus = this.#keysOfSubscriber.getKeysCount({ ...range }) - KEYS_KEPT;
    if (surplus <= 0) return;
    for (const { key: entry, value: digest } of [...this.#keysOfSubscriber.getRange(range)]) {
      const key = this.#keys.get(digest);
      if (key && this.#isLive(key)) continue;
      this.#keysOfSubscriber.remove(entry);
      this.#digests.remove(entry[2]);
      this.#keys.remove(digest);
      surplus -= 1;
      if (surplus === 0) return;
    }
  }

  /**
   * Version 1.0 knows nothing of the index, and may have written before it was there or since. It removes nothing, so what
   * it wrote shows in the counts. That of `digests` is the one of keys: beside the keys, what they have in common is kept.
   */
  #mendIndex(): void {
    if (entriesOf(this.#keysOfSubscriber) === entriesOf(this.#digests)) return;
    this.#keysOfSubscriber.clearSync();
    for (const { value } of this.#keys.getRange()) this.#enterKey(value);
  }

  /**
   * Any process may have written, which one short read tells; so two records need not be read and decoded again. Once a turn
   * of the event loop is often enough: a request that is handled in a turn was on its way before it.
   */
  #lookForChanges(): void {
    const changes = this.#data.root.get('changes') ?? 0;
    if (changes !== this.#changes) this.#credentials.clear();
    this.#changes = changes;
    this.#hasLooked = true;
    setImmediate(() => {
      this.#hasLooked = false;
    });
  }

  /** By the count that it raises, every process knows that what it has kept may be stale. */
  async #write<T>(change: () => T): Promise<T> {
    const { root } = this.#data;
    const result = await this.#data.write(() => {
      root.put('changes', (root.get('changes') ?? 0) + 1);
      return change();
    });
    this.#hasLooked = false;
    return result;
  }
}

/** As the file itself knows it: nothing is gone through. */
function entriesOf(database: Database<string, string> | Database<string, KeysOfSubscriber>): number {
  return (database.getStats() as { entryCount: number }).entryCount;
}
