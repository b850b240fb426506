import { type ApiKey, end, KEYS_KEPT, type KeyEnding, revoke, statusOf } from '../../src/domain/access/api-key.ts';
import type { Subscriber } from '../../src/domain/access/subscriber.ts';
import type { Clock, Credential, EmbeddedKeyStore, KeyLimits, SubscriberChange } from '../../src/domain/ports.ts';

/** Subscribers and keys in maps, for use cases alone: nothing is durable. */
export class MemoryKeyStore implements EmbeddedKeyStore {
  readonly subscribers = new Map<string, Subscriber>();
  readonly keys = new Map<string, ApiKey>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async claim() {
    return true;
  }

  async addFirst({ subscriber, key }: Credential) {
    if (this.subscribers.size > 0) return false;
    this.subscribers.set(subscriber.id, subscriber);
    this.keys.set(key.id, key);
    return true;
  }

  async findCredential(digest: string) {
    const key = [...this.keys.values()].find((each) => each.digest === digest);
    const subscriber = key && this.subscribers.get(key.subscriberId);
    return subscriber && { key, subscriber };
  }

  async addSubscriber(subscriber: Subscriber) {
    if (this.subscribers.has(subscriber.id)) return 'id-taken';
    this.subscribers.set(subscriber.id, subscriber);
    return 'added';
  }

  async findSubscriber(id: string) {
    return this.subscribers.get(id);
  }

  async listSubscribers() {
    return [...this.subscribers.values()];
  }

  async changeSubscriber(id: string, change: SubscriberChange) {
    const subscriber = this.subscribers.get(id);
    if (subscriber) this.subscribers.set(id, { ...subscriber, ...change });
    return this.subscribers.get(id);
  }

  async addKey(key: ApiKey, limits?: KeyLimits) {
    if (!this.subscribers.has(key.subscriberId)) return 'unknown-subscriber';
    if (this.#isFull(key.subscriberId, limits)) return 'too-many-keys';
    this.keys.set(key.id, key);
    this.#removeSurplus(key.subscriberId);
    return 'added';
  }

  async findKey(id: string) {
    return this.keys.get(id);
  }

  async listKeys({ subscriberId }: { subscriberId?: string }) {
    return [...this.keys.values()].filter((key) => subscriberId === undefined || key.subscriberId === subscriberId);
  }

  async renameKey(id: string, name: string | null) {
    return this.#change(id, (key) => ({ ...key, name }));
  }

  async revokeKey(id: string, atMs: number) {
    return this.#change(id, (key) => revoke(key, atMs));
  }

  async replaceKey(id: string, successor: ApiKey, ending: KeyEnding, limits?: KeyLimits) {
    const old = this.keys.get(id);
    if (!old || !this.#isLive(old)) return 'not-live';
    if ('retiresAtMs' in ending && this.#isFull(old.subscriberId, limits)) return 'too-many-keys';
    this.#change(id, (key) => end(key, ending));
    this.keys.set(successor.id, successor);
    this.#removeSurplus(old.subscriberId);
    return 'replaced';
  }

  async recordUses() {}

  async isUp() {
    return true;
  }

  async close() {}

  #isFull(subscriberId: string, limits: KeyLimits | undefined): boolean {
    const live = this.#keysOf(subscriberId).filter((key) => this.#isLive(key));
    return limits !== undefined && live.length >= limits.maxLive;
  }

  #removeSurplus(subscriberId: string): void {
    const own = this.#keysOf(subscriberId);
    const ended = own.filter((key) => !this.#isLive(key));
    for (const { id } of ended.slice(0, Math.max(0, own.length - KEYS_KEPT))) this.keys.delete(id);
  }

  #keysOf(subscriberId: string): ApiKey[] {
    return [...this.keys.values()].filter((key) => key.subscriberId === subscriberId);
  }

  #isLive(key: ApiKey): boolean {
    return statusOf(key, this.#clock.nowMs()) === 'active';
  }

  #change(id: string, change: (key: ApiKey) => ApiKey): ApiKey | undefined {
    const key = this.keys.get(id);
    if (key) this.keys.set(id, change(key));
    return this.keys.get(id);
  }
}
