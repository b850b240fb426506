import { AUDIT_KEPT_MS } from '../domain/account/audit-event.ts';
import type { AccountStore, AuditTrail, SessionStore, UsageStore } from '../domain/account/ports.ts';
import { SESSION_LIVES_MS } from '../domain/account/session.ts';
import type { Clock, Logger } from '../domain/ports.ts';

interface ForgettingParts {
  readonly accounts: AccountStore;
  readonly sessions: SessionStore;
  readonly usage: UsageStore;
  readonly trail: AuditTrail;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Removes what nobody is shown any more; to be called each hour. */
export class ForgetOldRecords {
  readonly #parts: ForgettingParts;

  constructor(parts: ForgettingParts) {
    this.#parts = parts;
  }

  async forget(): Promise<void> {
    const { accounts, sessions, usage, trail, clock, logger } = this.#parts;
    const nowMs = clock.nowMs();
    const outcomes = await Promise.allSettled([
      accounts.forgetInvitations(nowMs),
      sessions.forgetSessions(nowMs - SESSION_LIVES_MS),
      usage.forgetUsage(nowMs),
      trail.forgetEvents(nowMs - AUDIT_KEPT_MS),
    ]);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        logger.warn('old records could not be removed yet', { error: outcome.reason });
      }
    }
  }
}
