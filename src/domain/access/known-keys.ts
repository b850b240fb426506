import type { BoundedMap, Clock, Credential } from '../ports.ts';

/** How long a key goes on without being verified anew, in milliseconds. */
export const KNOWN_FOR_MS = 15 * 60_000;

/** What the store said of a key, and when it was asked, by the clock's elapsed time. */
export interface Verification {
  readonly credential: Credential;
  readonly atMs: number;
}

/**
 * The keys that this instance has verified in the last 15 minutes: they go on working while the store is away, and
 * are not held up by what others do from the same address.
 */
export class KnownKeys {
  readonly #clock: Clock;
  readonly #verifications: BoundedMap<Verification>;
  #lastVerifiedAtMs: number | undefined;

  constructor(clock: Clock, verifications: BoundedMap<Verification>) {
    this.#clock = clock;
    this.#verifications = verifications;
  }

  /** When any key was last verified, by the clock's elapsed time; undefined where none was yet. */
  get lastVerifiedAtMs(): number | undefined {
    return this.#lastVerifiedAtMs;
  }

  remember(digest: string, verification: Verification): void {
    this.#verifications.set(digest, verification);
    this.#lastVerifiedAtMs = verification.atMs;
  }

  forget(digest: string): void {
    this.#verifications.delete(digest);
  }

  /** What was known of a key when it was last verified, where that is less than 15 minutes ago. */
  recall(digest: string): Verification | undefined {
    const verification = this.#verifications.get(digest);
    return verification && this.#clock.elapsedMs() - verification.atMs < KNOWN_FOR_MS ? verification : undefined;
  }
}
