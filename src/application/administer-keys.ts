import { type ApiKey, endingAfter, endOf, type KeyStatus, statusOf } from '../domain/access/api-key.ts';
import { createKeyId, createKeyText, hintOf } from '../domain/access/key-text.ts';
import { requireName } from '../domain/access/naming.ts';
import type { AuditAction } from '../domain/account/audit-event.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Generator } from '../domain/password/generator.ts';
import type { Clock, KeyDigester, KeyLimits, KeyStore } from '../domain/ports.ts';
import type { NoteEvents } from './note-events.ts';

/** A key just made, with its text, which is told this once and kept nowhere. */
export interface NewKey {
  readonly key: ApiKey;
  readonly text: string;
}

/** A key as whoever looks after it sees it: when it ends, and what it is now. */
export interface KeyView extends ApiKey {
  readonly endsAtMs: number | null;
  readonly status: KeyStatus;
}

export interface KeyWish {
  readonly subscriberId: string;
  readonly name: string | null;
  /** How long it lives, more than 0; for ever where it is null. */
  readonly expiresInMs: number | null;
}

/** Who does it, from which address, and within what bounds: none for the operator. */
export interface Actor {
  readonly address: string | null;
  readonly limits?: KeyLimits;
}

interface AdministrationParts {
  readonly store: KeyStore;
  readonly generator: Generator;
  readonly digester: KeyDigester;
  readonly clock: Clock;
  readonly events: NoteEvents;
}

const operator: Actor = { address: null };

/** What is done with keys, by whomever. Each method rejects with ServiceError INVALID_ARGUMENT where it can't. */
export class AdministerKeys {
  readonly #parts: AdministrationParts;

  constructor(parts: AdministrationParts) {
    this.#parts = parts;
  }

  /** Makes a key and keeps nothing of it yet. */
  draft({ subscriberId, name, expiresAtMs }: Pick<ApiKey, 'subscriberId' | 'name' | 'expiresAtMs'>): NewKey {
    const { generator, digester, clock } = this.#parts;
    const text = createKeyText(generator);
    const key: ApiKey = {
      id: createKeyId(generator),
      digest: digester.digest(text),
      hint: hintOf(text),
      subscriberId,
      name: requireName(name),
      createdAtMs: clock.nowMs(),
      expiresAtMs,
      retiresAtMs: null,
      revokedAtMs: null,
      lastUsedAtMs: null,
    };
    return { key, text };
  }

  /** @throws ServiceError TOO_MANY_KEYS */
  async create({ subscriberId, name, expiresInMs }: KeyWish, actor = operator): Promise<NewKey> {
    const { store, clock } = this.#parts;
    const expiresAtMs = expiresInMs === null ? null : clock.nowMs() + expiresInMs;
    const created = this.draft({ subscriberId, name, expiresAtMs });
    const outcome = await store.addKey(created.key, actor.limits);
    if (outcome === 'too-many-keys') throw tooManyKeys(actor);
    if (outcome === 'unknown-subscriber') {
      throw new ServiceError(
        'INVALID_ARGUMENT',
        `There is no such subscriber: see them all by 'subscribers list', or add one by 'subscribers add'.`,
      );
    }
    await this.#note('key-created', created.key, actor);
    return created;
  }

  async list(filter: { subscriberId?: string }): Promise<KeyView[]> {
    const keys = await this.#parts.store.listKeys(filter);
    return keys.map((key) => this.#view(key));
  }

  /** Undefined where there is no such key. */
  async find(id: string): Promise<KeyView | undefined> {
    const key = await this.#parts.store.findKey(id);
    return key && this.#view(key);
  }

  async rename(id: string, name: string | null, actor = operator): Promise<KeyView> {
    const key = await this.#parts.store.renameKey(id, requireName(name));
    if (!key) throw unknownKey();
    await this.#note('key-renamed', key, actor);
    return this.#view(key);
  }

  /** Ends a key at once. Revoking a revoked key changes nothing. */
  async revoke(id: string, actor = operator): Promise<KeyView> {
    const { store, clock } = this.#parts;
    const before = await store.findKey(id);
    const key = before && (await store.revokeKey(id, clock.nowMs()));
    if (!key) throw unknownKey();
    if (before.revokedAtMs === null) await this.#note('key-revoked', key, actor);
    return this.#view(key);
  }

  /**
   * Makes a key of the same name and expiry, and ends the old one.
   *
   * @param overlapMs how long the old key works on; 0 ends it at once
   * @throws ServiceError TOO_MANY_KEYS
   */
  async rotate(id: string, { overlapMs }: { overlapMs: number }, actor = operator): Promise<NewKey> {
    const { store, clock } = this.#parts;
    const old = await store.findKey(id);
    if (!old) throw unknownKey();
    const successor = this.draft(old);
    const ending = endingAfter(overlapMs, clock.nowMs());
    const isLive = statusOf(old, clock.nowMs()) === 'active';
    const outcome = isLive ? await store.replaceKey(id, successor.key, ending, actor.limits) : 'not-live';
    if (outcome === 'too-many-keys') throw tooManyKeys(actor);
    if (outcome === 'not-live') {
      throw new ServiceError(
        'INVALID_ARGUMENT',
        `The key ${id} is revoked or expired and can't be rotated: make a new one by 'keys create'.`,
      );
    }
    await this.#note('key-rotated', old, actor);
    return successor;
  }

  #view(key: ApiKey): KeyView {
    return { ...key, endsAtMs: endOf(key), status: statusOf(key, this.#parts.clock.nowMs()) };
  }

  #note(action: AuditAction, { subscriberId, hint, name }: ApiKey, { address }: Actor): Promise<void> {
    return this.#parts.events.note({ subscriberId, action, subject: hint, name, address });
  }
}

function unknownKey(): ServiceError {
  return new ServiceError('INVALID_ARGUMENT', `There is no such key id: see them all by 'keys list'.`);
}

function tooManyKeys({ limits }: Actor): ServiceError {
  const message = `There are ${limits?.maxLive} live keys, which is the most: revoke one that is not used, then try again.`;
  return new ServiceError('TOO_MANY_KEYS', message);
}
