import type { Clock, KeyStore, RateLimiter } from '../domain/ports.ts';

/** For how long keys that were verified before go on working without their store. */
const GRACE_MS = 15 * 60_000;

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
  readonly #clock: Clock;
  #keysSeenAtMs: number | undefined;

  constructor(keys: KeyStore, quota: RateLimiter, clock: Clock) {
    this.#keys = keys;
    this.#quota = quota;
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
    if (this.#keysSeenAtMs === undefined) return 'starting';
    return this.#clock.elapsedMs() - this.#keysSeenAtMs < GRACE_MS ? 'degraded' : 'down';
  }
}
