import { type Database, open, type RootDatabase } from 'lmdb';
import { LRUCache } from 'lru-cache';
import { type ApiKey, end, type KeyEnding, revoke, statusOf } from '../../domain/access/api-key.ts';
import type { Subscriber } from '../../domain/access/subscriber.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Clock, Credential, EmbeddedKeyStore, SubscriberChange } from '../../domain/ports.ts';
import { foreign, prepareDataDirectory } from './data-directory.ts';

const FORMAT = 'password-generation-service/1';
const KEPT_CREDENTIALS = 10_000;

/**
 * Subscribers and keys in an LMDB file, for one service and any number of operator's commands on one machine.
 * Reads see what any process has committed; a write has reached the disk when it resolves.
 */
export class LmdbKeyStore implements EmbeddedKeyStore {
  readonly #clock: Clock;
  readonly #root: RootDatabase;
  readonly #subscribers: Database<Subscriber, string>;
  /** By digest, so that a request costs one read of a key and one of its subscriber at most. */
  readonly #keys: Database<ApiKey, string>;
  readonly #digests: Database<string, string>;
  /** What was read lately, by digest, true for as long as the file's count of changes stands. */
  readonly #credentials = new LRUCache<string, Credential>({ max: KEPT_CREDENTIALS });
  #changes = 0;
  #hasLooked = false;

  /**
   * @param dataDir made where it is missing
   * @throws ServiceError DATA_DIR_UNUSABLE
   */
  constructor({ dataDir, clock }: { dataDir: string; clock: Clock }) {
    this.#clock = clock;
    const path = prepareDataDirectory(dataDir);
    try {
      // With overlapping sync a write would resolve before it is on the disk.
      const options = { path, noSubdir: false, overlappingSync: false, permissionsMode: 0o600, maxDbs: 4 };
      this.#root = open(options);
      this.#root.transactionSync(() => this.#requireFormat(path));
      // What all records have in common is kept once, beside them, and not read again with each.
      const sharedStructuresKey = Symbol.for('structures');
      this.#subscribers = this.#root.openDB({ name: 'subscribers', sharedStructuresKey });
      this.#keys = this.#root.openDB({ name: 'keys', sharedStructuresKey });
      this.#digests = this.#root.openDB({ name: 'digests' });
    } catch (cause) {
      if (cause instanceof ServiceError) throw cause;
      const message = `DATA_DIR ${path} can't be opened (${String(cause)}): restore it from a backup or set another.`;
      throw new ServiceError('DATA_DIR_UNUSABLE', message, { cause });
    }
  }

  /**
   * LMDB's own table of readers tells which processes live and have this file open, by locks that the kernel takes
   * away from a dead one. Whoever claimed the store and is not in it is gone, and holds nobody up.
   */
  async claim(): Promise<boolean> {
    try {
      this.#root.get('service'); // the first read enters this process in the table
    } catch (cause) {
      const message = `DATA_DIR can't be claimed (${String(cause)}): does a service in another container run on it?`;
      throw new ServiceError('DATA_DIR_UNUSABLE', message, { cause });
    }
    return this.#write(() => {
      this.#root.readerCheck();
      const readers = new Set(
        this.#root
          .readerList()
          .match(/^ *\d+/gm)
          ?.map(Number),
      );
      const owner: number | undefined = this.#root.get('service');
      if (owner !== undefined && owner !== process.pid && readers.has(owner)) return false;
      this.#root.put('service', process.pid);
      return true;
    });
  }

  addFirst({ subscriber, key }: Credential): Promise<boolean> {
    return this.#write(() => {
      if (this.#subscribers.getCount() > 0) return false;
      this.#subscribers.put(subscriber.id, subscriber);
      this.#putKey(key);
      return true;
    });
  }

  async findCredential(digest: string): Promise<Credential | undefined> {
    if (!this.#hasLooked) this.#read(() => this.#lookForChanges());
    const kept = this.#credentials.get(digest);
    if (kept) return kept;
    return this.#read(() => {
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

  async listSubscribers(): Promise<Subscriber[]> {
    return this.#read(() => [...this.#subscribers.getRange().map(({ value }) => value)]);
  }

  changeSubscriber(id: string, change: SubscriberChange): Promise<Subscriber | undefined> {
    return this.#write(() => {
      const subscriber = this.#subscribers.get(id);
      if (!subscriber) return undefined;
      const changed = { ...subscriber, ...change };
      this.#subscribers.put(id, changed);
      return changed;
    });
  }

  addKey(key: ApiKey): Promise<'added' | 'unknown-subscriber'> {
    return this.#write(() => {
      if (!this.#subscribers.get(key.subscriberId)) return 'unknown-subscriber';
      this.#putKey(key);
      return 'added';
    });
  }

  async findKey(id: string): Promise<ApiKey | undefined> {
    return this.#read(() => this.#keyById(id));
  }

  async listKeys({ subscriberId }: { subscriberId?: string }): Promise<ApiKey[]> {
    const keys = await this.#read(() => [...this.#keys.getRange().map(({ value }) => value)]);
    return keys
      .filter((key) => subscriberId === undefined || key.subscriberId === subscriberId)
      .sort((one, other) => one.createdAtMs - other.createdAtMs);
  }

  revokeKey(id: string, atMs: number): Promise<ApiKey | undefined> {
    return this.#write(() => {
      const key = this.#keyById(id);
      return key && this.#putKey(revoke(key, atMs));
    });
  }

  replaceKey(id: string, successor: ApiKey, ending: KeyEnding): Promise<'replaced' | 'not-live'> {
    return this.#write(() => {
      const old = this.#keyById(id);
      if (!old || statusOf(old, this.#clock.nowMs()) !== 'active') return 'not-live';
      this.#putKey(end(old, ending));
      this.#putKey(successor);
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

  async isUp(): Promise<boolean> {
    try {
      return this.#root.get('format') === FORMAT;
    } catch {
      return false;
    }
  }

  close(): Promise<void> {
    return this.#root.close();
  }

  #requireFormat(path: string): void {
    const format = this.#root.get('format');
    if (format === undefined && this.#root.getCount() === 0) this.#root.putSync('format', FORMAT);
    else if (format !== FORMAT) throw foreign(path);
  }

  #keyById(id: string): ApiKey | undefined {
    const digest = this.#digests.get(id);
    return digest === undefined ? undefined : this.#keys.get(digest);
  }

  #putKey(key: ApiKey): ApiKey {
    this.#keys.put(key.digest, key);
    this.#digests.put(key.id, key.digest);
    return key;
  }

  /**
   * Any process may have written, which one short read tells; so two records need not be read and decoded again. Once a turn
   * of the event loop is often enough: a request that is handled in a turn was on its way before it.
   */
  #lookForChanges(): void {
    const changes = this.#root.get('changes') ?? 0;
    if (changes !== this.#changes) this.#credentials.clear();
    this.#changes = changes;
    this.#hasLooked = true;
    setImmediate(() => {
      this.#hasLooked = false;
    });
  }

  #read<T>(query: () => T): T {
    try {
      // lmdb-js keeps a snapshot for a while; what another process has committed since must be seen.
      this.#root.resetReadTxn();
      return query();
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  async #write<T>(change: () => T): Promise<T> {
    try {
      const result = await this.#root.transaction(() => {
        this.#root.put('changes', (this.#root.get('changes') ?? 0) + 1);
        return change();
      });
      await this.#root.flushed;
      this.#hasLooked = false;
      return result;
    } catch (cause) {
      throw unavailable(cause);
    }
  }
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError('STORE_UNAVAILABLE', `The key store did not answer (${String(cause)}).`, { cause });
}
