import { type ApiKey, endingAfter, endOf, type KeyStatus, statusOf } from '../domain/access/api-key.ts';
import { createKeyId, createKeyText, hintOf } from '../domain/access/key-text.ts';
import { requireName } from '../domain/access/naming.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Generator } from '../domain/password/generator.ts';
import type { Clock, KeyDigester, KeyStore } from '../domain/ports.ts';

/** A key just made, with its text, which is told this once and kept nowhere. */
export interface NewKey {
  readonly key: ApiKey;
  readonly text: string;
}

/** A key as an operator sees it: when it ends, and what it is now. */
export interface KeyView extends ApiKey {
  readonly endsAtMs: number | null;
  readonly status: KeyStatus;
}

/** What an operator does with keys. Each method rejects with ServiceError INVALID_ARGUMENT where it can't. */
export class AdministerKeys {
  readonly #store: KeyStore;
  readonly #generator: Generator;
  readonly #digester: KeyDigester;
  readonly #clock: Clock;

  constructor(store: KeyStore, generator: Generator, digester: KeyDigester, clock: Clock) {
    this.#store = store;
    this.#generator = generator;
    this.#digester = digester;
    this.#clock = clock;
  }

  /** Makes a key and keeps nothing of it yet. */
  draft({ subscriberId, name, expiresAtMs }: Pick<ApiKey, 'subscriberId' | 'name' | 'expiresAtMs'>): NewKey {
    const text = createKeyText(this.#generator);
    const key: ApiKey = {
      id: createKeyId(this.#generator),
      digest: this.#digester.digest(text),
      hint: hintOf(text),
      subscriberId,
      name: requireName(name),
      createdAtMs: this.#clock.nowMs(),
      expiresAtMs,
      retiresAtMs: null,
      revokedAtMs: null,
      lastUsedAtMs: null,
    };
    return { key, text };
  }

  /** @param expiresInMs how long it lives, more than 0; for ever where it is null */
  async create(wish: { subscriberId: string; name: string | null; expiresInMs: number | null }): Promise<NewKey> {
    const { subscriberId, name, expiresInMs } = wish;
    const expiresAtMs = expiresInMs === null ? null : this.#clock.nowMs() + expiresInMs;
    const created = this.draft({ subscriberId, name, expiresAtMs });
    if ((await this.#store.addKey(created.key)) === 'unknown-subscriber') {
      throw new ServiceError(
        'INVALID_ARGUMENT',
        `There is no such subscriber: see them all by 'subscribers list', or add one by 'subscribers add'.`,
      );
    }
    return created;
  }

  async list(filter: { subscriberId?: string }): Promise<KeyView[]> {
    const keys = await this.#store.listKeys(filter);
    return keys.map((key) => this.#view(key));
  }

  /** Ends a key at once. Revoking a revoked key changes nothing. */
  async revoke(id: string): Promise<KeyView> {
    const key = await this.#store.revokeKey(id, this.#clock.nowMs());
    if (!key) throw unknownKey();
    return this.#view(key);
  }

  /**
   * Makes a key of the same name and expiry, and ends the old one.
   *
   * @param overlapMs how long the old key works on; 0 ends it at once
   */
  async rotate(id: string, { overlapMs }: { overlapMs: number }): Promise<NewKey> {
    const old = await this.#store.findKey(id);
    if (!old) throw unknownKey();
    const successor = this.draft(old);
    const ending = endingAfter(overlapMs, this.#clock.nowMs());
    const live = statusOf(old, this.#clock.nowMs()) === 'active';
    if (!live || (await this.#store.replaceKey(id, successor.key, ending)) === 'not-live') {
      throw new ServiceError(
        'INVALID_ARGUMENT',
        `The key ${id} is revoked or expired and can't be rotated: make a new one by 'keys create'.`,
      );
    }
    return successor;
  }

  #view(key: ApiKey): KeyView {
    return { ...key, endsAtMs: endOf(key), status: statusOf(key, this.#clock.nowMs()) };
  }
}

function unknownKey(): ServiceError {
  return new ServiceError('INVALID_ARGUMENT', `There is no such key id: see them all by 'keys list'.`);
}
