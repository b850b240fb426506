import type { ApiKey, KeyEnding } from './access/api-key.ts';
import type { Subscriber } from './access/subscriber.ts';
import type { Quota } from './quota/quota-policy.ts';
import type { Consumption, Remainder } from './quota/window.ts';

/** A cryptographically secure source of random bytes. */
export interface RandomSource {
  /** An integer from 0 to 255, uniform, independent of all others, and handed out this once. */
  byte(): number;
}

export interface Clock {
  /** The time of day, in epoch milliseconds: whole, and it may jump. */
  nowMs(): number;
  /** Whole milliseconds since some fixed moment: it never goes back. */
  elapsedMs(): number;
}

export interface KeyDigester {
  /** The digest under which a key is kept and found. */
  digest(keyText: string): string;
}

/** A map that forgets what was least recently used once it is full; a `Map` is one that never is. */
export interface BoundedMap<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): unknown;
  delete(key: string): unknown;
}

/** A key, and whose it is. */
export interface Credential {
  readonly key: ApiKey;
  readonly subscriber: Subscriber;
}

export interface KeyLimits {
  readonly maxLive: number;
}

export type Replacement = 'replaced' | 'not-live' | 'too-many-keys';

export type SubscriberChange = Partial<Pick<Subscriber, 'plan' | 'status'>>;

/**
 * Where subscribers and keys are kept. What a method has resolved is durable; each is atomic.
 * All reject with ServiceError STORE_UNAVAILABLE where the store can't be reached or can't write.
 */
export interface KeyStore {
  /** On the way of every request. */
  findCredential(digest: string): Promise<Credential | undefined>;

  addSubscriber(subscriber: Subscriber): Promise<'added' | 'id-taken'>;
  findSubscriber(id: string): Promise<Subscriber | undefined>;
  /** In the order of their ids. */
  listSubscribers(): Promise<Subscriber[]>;
  /** The subscriber as changed; undefined where it is unknown. */
  changeSubscriber(id: string, change: SubscriberChange): Promise<Subscriber | undefined>;

  /** @param limits how many live keys its subscriber may have then; any number where that is left out */
  addKey(key: ApiKey, limits?: KeyLimits): Promise<'added' | 'unknown-subscriber' | 'too-many-keys'>;
  findKey(id: string): Promise<ApiKey | undefined>;
  /** In the order of their making. Of a subscriber with more than `KEYS_KEPT` the oldest that have ended are gone. */
  listKeys(filter: { subscriberId?: string }): Promise<ApiKey[]>;
  /** The key under its new name; undefined where it is unknown. */
  renameKey(id: string, name: string | null): Promise<ApiKey | undefined>;
  /** The key as revoked, with its first revocation; undefined where it is unknown. */
  revokeKey(id: string, atMs: number): Promise<ApiKey | undefined>;
  /** Adds the successor and ends the old key, or does neither: where the old one is not live any more, or too many would be. */
  replaceKey(id: string, successor: ApiKey, ending: KeyEnding, limits?: KeyLimits): Promise<Replacement>;
  /** The latest use of each key by its id, in epoch milliseconds; an earlier one than is kept changes nothing. */
  recordUses(uses: ReadonlyMap<string, number>): Promise<void>;

  isUp(): Promise<boolean>;
  close(): Promise<void>;
}

/** A store that belongs to one service on one machine. */
export interface EmbeddedKeyStore extends KeyStore {
  /** Takes the store for this service until its process ends, however it ends; false where another live one has it. */
  claim(): Promise<boolean>;
  /** Adds both where there is no subscriber at all, else neither: true where it did. */
  addFirst(credential: Credential): Promise<boolean>;
}

/** Counts accepted requests, a subscriber at a time. */
export interface RateLimiter {
  /** @throws ServiceError STORE_UNAVAILABLE */
  consume(subscriberId: string, quota: Quota): Promise<Consumption>;
  /**
   * What is left, without counting anything.
   *
   * @throws ServiceError STORE_UNAVAILABLE
   */
  look(subscriberId: string, quota: Quota): Promise<Remainder>;
  isUp(): Promise<boolean>;
  close(): Promise<void>;
}

/** Takes what is worth counting. Its labels are of a small set each: never a subscriber, a key or a caller's words. */
export interface Meter {
  requestAnswered(request: { method: string; route: string; status: number; seconds: number }): void;
  passwordsIssued(count: number): void;
  quotaDecided(planId: string, allowed: boolean): void;
  attemptFailed(): void;
  storeCalled(call: { store: string; outcome: 'answered' | 'failed'; seconds: number }): void;
  storeChanged(store: string, isUp: boolean): void;
}

/** Takes what an operator should know: a message, and fields that hold no secret. */
export interface Logger {
  error(message: string, fields?: object): unknown;
  warn(message: string, fields?: object): unknown;
  info(message: string, fields?: object): unknown;
  http(message: string, fields?: object): unknown;
}
