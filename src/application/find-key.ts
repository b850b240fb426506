import type { KnownKeys, Verification } from '../domain/access/known-keys.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Clock, Credential, KeyStore } from '../domain/ports.ts';

/**
 * For how long an answer of the store may be given again without asking it, in milliseconds. With `shared` a change
 * made elsewhere holds within 5 seconds; a store in this very process is asked each time.
 */
export const FRESH_FOR_MS = { embedded: 0, shared: 4750 };
/** From this age on an answer that is in use is fetched anew before it grows stale. */
const RENEW_AFTER_MS = 3000;

interface FindKeyParts {
  readonly store: KeyStore;
  readonly knownKeys: KnownKeys;
  readonly clock: Clock;
  readonly freshForMs: number;
}

/** Finds whose a key is, with as few look-ups as may be: by what this instance knows of it, and else by the store. */
export class FindKey {
  readonly #parts: FindKeyParts;
  readonly #lookUps = new Map<string, Promise<Credential | undefined>>();
  /** What is in use and will soon be stale. */
  readonly #due = new Set<string>();

  constructor(parts: FindKeyParts) {
    this.#parts = parts;
  }

  /** @throws ServiceError STORE_UNAVAILABLE where the store can't tell and the key is not known either */
  async find(digest: string, known: Verification | undefined): Promise<Credential | undefined> {
    const { clock, freshForMs } = this.#parts;
    const ageMs = known ? clock.elapsedMs() - known.atMs : Number.POSITIVE_INFINITY;
    if (known && ageMs < freshForMs) {
      if (ageMs >= RENEW_AFTER_MS) this.#due.add(digest);
      return known.credential;
    }
    try {
      return await (freshForMs === 0 ? this.#ask(digest) : this.#lookUp(digest));
    } catch (error) {
      if (known && error instanceof ServiceError && error.code === 'STORE_UNAVAILABLE') return known.credential;
      throw error;
    }
  }

  /** Looks up together, and on nobody's time, what is in use and will soon be stale; to be called each second. */
  async renew(): Promise<void> {
    const due = [...this.#due];
    this.#due.clear();
    // Where the store is away, what is known goes on, and each request asks again once it is stale.
    await Promise.allSettled(due.map((digest) => this.#lookUp(digest)));
  }

  /** Whoever asks for the same key meanwhile gets the same answer. */
  #lookUp(digest: string): Promise<Credential | undefined> {
    const running = this.#lookUps.get(digest);
    if (running) return running;
    const lookUp = this.#ask(digest).finally(() => this.#lookUps.delete(digest));
    this.#lookUps.set(digest, lookUp);
    return lookUp;
  }

  async #ask(digest: string): Promise<Credential | undefined> {
    const { store, knownKeys, clock } = this.#parts;
    const atMs = clock.elapsedMs();
    const credential = await store.findCredential(digest);
    if (credential) knownKeys.remember(digest, { credential, atMs });
    else knownKeys.forget(digest);
    return credential;
  }
}
