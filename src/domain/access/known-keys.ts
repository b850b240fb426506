import type { BoundedMap, Clock, Credential } from '../ports.ts';

const KNOWN_FOR_MS = 15 * 60_000;

interface Verification {
  readonly credential: Credential;
  readonly verifiedAtMs: number;
}

/**
 * The keys that this instance has verified in the last 15 minutes: they go on working while the store is away, and
 * are not held up by what others do from the same address.
 */
export class KnownKeys {
  readonly #clock: Clock;
  readonly #verifications: BoundedMap<Verification>;

  constructor(clock: Clock, verifications: BoundedMap<Verification>) {
    this.#clock = clock;
    this.#verifications = verifications;
  }

  remember(digest: string, credential: Credential): void {
    this.#verifications.set(digest, { credential, verifiedAtMs: this.#clock.elapsedMs() });
  }

  forget(digest: string): void {
    this.#verifications.delete(digest);
  }

  /** What was known of a key when it was last verified, where that is less than 15 minutes ago. */
  recall(digest: string): Credential | undefined {
    const verification = this.#verifications.get(digest);
    if (!verification || this.#clock.elapsedMs() - verification.verifiedAtMs >= KNOWN_FOR_MS) return undefined;
    return verification.credential;
  }
}
