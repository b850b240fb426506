import { KNOWN_FOR_MS, type KnownKeys } from '../domain/access/known-keys.ts';
import type { Clock, KeyStore, RateLimiter } from '../domain/ports.ts';

export type Phase = 'starting' | 'serving' | 'draining';

export interface Readiness {
  readonly status: 'ready' | 'degraded' | 'starting' | 'draining' | 'down';
  readonly dependencies: { readonly keys: 'up' | 'down'; readonly quota: 'up' | 'down' };
}

/** Knows where the service stands in its life, and tells whether it can serve. */
export class ReportHealth {
  phase: Phase = 'starting';
  readonly #keys: KeyStore;
  readonly #quota: RateLimiter;
  readonly #knownKeys: KnownKeys;
  readonly #clock: Clock;
  #keysSeenAtMs: number | undefined;

  constructor(keys: KeyStore, quota: RateLimiter, knownKeys: KnownKeys, clock: Clock) {
    this.#keys = keys;
    this.#quota = quota;
    this.#knownKeys = knownKeys;
    this.#clock = clock;
  }

  async readiness(): Promise<Readiness> {
    const [keysUp, quotaUp] = await Promise.all([this.#keys.isUp(), this.#quota.isUp()]);
    if (keysUp) this.#keysSeenAtMs = this.#clock.elapsedMs();
    return {
      status: this.#status({ keysUp, quotaUp }),
      dependencies: { keys: keysUp ? 'up' : 'down', quota: quotaUp ? 'up' : 'down' },
    };
  }

  #status({ keysUp, quotaUp }: { keysUp: boolean; quotaUp: boolean }): Readiness['status'] {
    if (this.phase !== 'serving') return this.phase;
    if (keysUp) return quotaUp ? 'ready' : 'degraded';
    const seenAtMs = Math.max(this.#keysSeenAtMs ?? -1, this.#knownKeys.lastVerifiedAtMs ?? -1);
    if (seenAtMs < 0) return 'starting';
    return this.#clock.elapsedMs() - seenAtMs < KNOWN_FOR_MS ? 'degraded' : 'down';
  }
}
