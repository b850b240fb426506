import type { Account } from '../../src/domain/account/account.ts';
import { AUDIT_KEPT, type AuditEvent } from '../../src/domain/account/audit-event.ts';
import type { Invitation } from '../../src/domain/account/invitation.ts';
import type { Acceptance, AccountStore, AuditTrail, SessionStore, UsageStore } from '../../src/domain/account/ports.ts';
import type { Session } from '../../src/domain/account/session.ts';
import { noUsage, stepOf, sumOf, type UsageCount, type UsageSpan, usageSpans } from '../../src/domain/account/usage.ts';

/** What the dashboard knows, in maps, for use cases alone: nothing is durable, and what is forgotten is told and kept. */
export function memoryStores() {
  return {
    accountStore: new MemoryAccountStore(),
    sessionStore: new MemorySessionStore(),
    usageStore: new MemoryUsageStore(),
    auditTrail: new MemoryAuditTrail(),
  };
}

class MemoryAccountStore implements AccountStore {
  readonly accounts = new Map<string, Account>();
  readonly invitations = new Map<string, Invitation>();
  readonly forgotten: number[] = [];

  async findAccount(subscriberId: string) {
    return this.accounts.get(subscriberId);
  }

  async findAccountByEmail(email: string) {
    return [...this.accounts.values()].find((account) => account.email === email);
  }

  async setEmail(subscriberId: string, email: string) {
    const owner = await this.findAccountByEmail(email);
    if (owner && owner.subscriberId !== subscriberId) return 'email-taken';
    this.accounts.set(subscriberId, { passwordHash: null, ...this.accounts.get(subscriberId), subscriberId, email });
    return 'set';
  }

  /** For tests, whatever it was before. */
  async setPasswordHash(subscriberId: string, passwordHash: string) {
    const account = this.accounts.get(subscriberId);
    if (account) this.accounts.set(subscriberId, { ...account, passwordHash });
  }

  async changePasswordHash({ subscriberId, passwordHash: before }: Account, passwordHash: string) {
    if (this.accounts.get(subscriberId)?.passwordHash !== before) return false;
    await this.setPasswordHash(subscriberId, passwordHash);
    return true;
  }

  async putInvitation(invitation: Invitation) {
    for (const { digest, subscriberId } of this.invitations.values()) {
      if (subscriberId === invitation.subscriberId) this.invitations.delete(digest);
    }
    this.invitations.set(invitation.digest, invitation);
  }

  async findInvitation(digest: string) {
    return this.invitations.get(digest);
  }

  async acceptInvitation({ digest, passwordHash, nowMs }: Acceptance) {
    const invitation = this.invitations.get(digest);
    const account = invitation && this.accounts.get(invitation.subscriberId);
    if (!account || nowMs >= invitation.expiresAtMs || account.email !== invitation.email) return false;
    this.accounts.set(account.subscriberId, { ...account, passwordHash });
    return this.invitations.delete(digest);
  }

  async forgetInvitations(beforeMs: number) {
    this.forgotten.push(beforeMs);
  }
}

class MemorySessionStore implements SessionStore {
  /** In the order of their beginning. */
  sessions: Session[] = [];
  readonly forgotten: number[] = [];

  async addSession(session: Session) {
    this.sessions.push(session);
  }

  async findSession(digest: string) {
    return this.sessions.find((session) => session.digest === digest);
  }

  async seeSession(digest: string, atMs: number) {
    this.sessions = this.sessions.map((each) => (each.digest === digest ? { ...each, lastSeenAtMs: atMs } : each));
  }

  async listSessions(subscriberId: string) {
    return this.sessions.filter((session) => session.subscriberId === subscriberId).reverse();
  }

  async endSession(subscriberId: string, id: string) {
    const ended = this.sessions.find((session) => session.subscriberId === subscriberId && session.id === id);
    this.sessions = this.sessions.filter((session) => session !== ended);
    return ended;
  }

  async endSessions(subscriberId: string) {
    this.sessions = this.sessions.filter((session) => session.subscriberId !== subscriberId);
  }

  async forgetSessions(beforeMs: number) {
    this.forgotten.push(beforeMs);
  }
}

class MemoryUsageStore implements UsageStore {
  readonly counts: UsageCount[] = [];
  readonly forgotten: number[] = [];

  async addUsage(counts: readonly UsageCount[]) {
    this.counts.push(...counts);
  }

  async readUsage(subscriberId: string, span: UsageSpan, fromMs: number) {
    const own = this.counts.filter((count) => count.subscriberId === subscriberId);
    const steps = Array.from({ length: usageSpans[span].steps }, (_, step) => fromMs + step * usageSpans[span].stepMs);
    return steps.flatMap((atMs) => {
      const within = own.filter((count) => stepOf(span, count.atMs) === atMs);
      return within.length === 0 ? [] : [{ atMs, ...within.reduce(sumOf, noUsage) }];
    });
  }

  async forgetUsage(nowMs: number) {
    this.forgotten.push(nowMs);
  }
}

class MemoryAuditTrail implements AuditTrail {
  readonly events: AuditEvent[] = [];
  readonly forgotten: number[] = [];

  async append(event: AuditEvent) {
    this.events.push(event);
    const own = this.events.filter(({ subscriberId }) => subscriberId === event.subscriberId);
    for (const surplus of own.slice(0, -AUDIT_KEPT)) this.events.splice(this.events.indexOf(surplus), 1);
  }

  async latest(subscriberId: string, count: number) {
    const own = this.events.filter((event) => event.subscriberId === subscriberId);
    return own.reverse().slice(0, count);
  }

  async forgetEvents(beforeMs: number) {
    this.forgotten.push(beforeMs);
  }
}
