import type { KeyStore } from '../ports.ts';
import type { Account } from './account.ts';
import type { AuditEvent } from './audit-event.ts';
import type { Invitation } from './invitation.ts';
import type { Session } from './session.ts';
import type { UsageCount, UsageSpan, UsageStep } from './usage.ts';

/*
 * Where what the dashboard knows is kept. As with the KeyStore, what a method has resolved is durable, each is atomic, and
 * all reject with ServiceError STORE_UNAVAILABLE where the store can't be reached or can't write.
 */

/** What an invitation comes to. */
export interface Acceptance {
  readonly digest: string;
  readonly passwordHash: string;
  readonly nowMs: number;
}

export interface AccountStore {
  findAccount(subscriberId: string): Promise<Account | undefined>;
  findAccountByEmail(email: string): Promise<Account | undefined>;
  /** Gives a subscriber's account this address, and makes the account where there is none yet. */
  setEmail(subscriberId: string, email: string): Promise<'set' | 'email-taken'>;
  /** Sets the hash of an account that has this one until then; false, and nothing, where it has another by then. */
  changePasswordHash(account: Account, passwordHash: string): Promise<boolean>;

  /** Keeps it in the place of any other one of the subscriber. */
  putInvitation(invitation: Invitation): Promise<void>;
  findInvitation(digest: string): Promise<Invitation | undefined>;
  /**
   * Spends an invitation, and sets the password of the account that it is for: both, and true for one caller alone; or
   * neither, and false, where it is gone or has ended, or the account has another address than it was made for.
   */
  acceptInvitation(acceptance: Acceptance): Promise<boolean>;
  /** Removes those that ended before this moment. */
  forgetInvitations(beforeMs: number): Promise<void>;
}

export interface SessionStore {
  addSession(session: Session): Promise<void>;
  findSession(digest: string): Promise<Session | undefined>;
  /** An earlier moment than is kept changes nothing, nor does it where the session is gone. */
  seeSession(digest: string, atMs: number): Promise<void>;
  /** A subscriber's, the latest sign-in first. */
  listSessions(subscriberId: string): Promise<Session[]>;
  /** Removes it and gives what it was; undefined where the subscriber has no such session. */
  endSession(subscriberId: string, id: string): Promise<Session | undefined>;
  /** Removes all of a subscriber. */
  endSessions(subscriberId: string): Promise<void>;
  /** Removes all that began before this moment. */
  forgetSessions(beforeMs: number): Promise<void>;
}

export interface UsageStore {
  /** Adds each to what is kept of its minute, its hour and its day. */
  addUsage(counts: readonly UsageCount[]): Promise<void>;
  /** The steps of a span from the one that begins at this moment on, in order; those without a count are left out. */
  readUsage(subscriberId: string, span: UsageSpan, fromMs: number): Promise<UsageStep[]>;
  /** Removes what no span shows any more. */
  forgetUsage(nowMs: number): Promise<void>;
}

export interface AuditTrail {
  /** Of a subscriber's events the latest `AUDIT_KEPT` are kept. */
  append(event: AuditEvent): Promise<void>;
  /** A subscriber's last so many, the latest first. */
  latest(subscriberId: string, count: number): Promise<AuditEvent[]>;
  /** Removes what happened before this moment. */
  forgetEvents(beforeMs: number): Promise<void>;
}

/** All that is kept in one place; closing the key store closes it. */
export interface DataStores<K extends KeyStore = KeyStore> {
  readonly keyStore: K;
  readonly accountStore: AccountStore;
  readonly sessionStore: SessionStore;
  readonly usageStore: UsageStore;
  readonly auditTrail: AuditTrail;
}

/** A slow and salted hash of a password, as a PHC string. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Takes the same time for whatever password. */
  verify(passwordHash: string, password: string): Promise<boolean>;
}

export interface GuessEstimator {
  /**
   * How many guesses a good guesser needs for a password that a person chose.
   *
   * @param about what is known of that person, and would be tried first
   * @returns the decimal logarithm of that number
   */
  guessesLog10(password: string, about: readonly string[]): Promise<number>;
}
