import type { Subscriber } from '../domain/access/subscriber.ts';
import type { Account } from '../domain/account/account.ts';
import type { ActBrake } from '../domain/account/act-brake.ts';
import type { AuditAction } from '../domain/account/audit-event.ts';
import { judgePassword, normalizePassword, proposePassword } from '../domain/account/password-rules.ts';
import type { GuessEstimator, PasswordHasher, SessionStore } from '../domain/account/ports.ts';
import { type Fault, ServiceError } from '../domain/errors.ts';
import type { Generator } from '../domain/password/generator.ts';
import type { KeyStore } from '../domain/ports.ts';
import { toWait } from '../domain/quota/quota-policy.ts';
import type { KeepSessions, Origin } from './keep-sessions.ts';
import type { NoteEvents } from './note-events.ts';

/** What the service is called: whoever guesses tries it. */
const SERVICE = 'password generation service';

/** A session's token, or what is wrong with the password. */
export type PasswordSet = { readonly token: string } | { readonly faults: Fault[] };

interface SettingParts {
  readonly sessions: SessionStore;
  readonly keyStore: KeyStore;
  readonly hasher: PasswordHasher;
  readonly estimator: GuessEstimator;
  readonly generator: Generator;
  readonly keepSessions: KeepSessions;
  readonly events: NoteEvents;
  /** Judging and hashing a password is dear. */
  readonly brake: ActBrake;
}

interface NewPassword extends Origin {
  readonly account: Account;
  readonly password: string;
  /** What it must not resemble, besides what is known of the account. */
  readonly before?: string;
  readonly action: Extract<AuditAction, 'password-set' | 'password-changed'>;
  /** Keeps its hash: false where it must not be set any more. */
  readonly keep: (passwordHash: string) => Promise<boolean>;
}

/** Gives an account a password, and signs its owner in by it; all who were signed in before are not any more. */
export class SetPassword {
  readonly #parts: SettingParts;

  constructor(parts: SettingParts) {
    this.#parts = parts;
  }

  /** A password that nobody has to think of. */
  propose(): string {
    return proposePassword(this.#parts.generator);
  }

  /**
   * Undefined where it must not be set any more.
   *
   * @throws ServiceError TOO_MANY_CHANGES
   */
  async set(wish: NewPassword): Promise<PasswordSet | undefined> {
    const { sessions, hasher, keepSessions, events, brake } = this.#parts;
    const { account, password, action, address, keep } = wish;
    const { subscriberId } = account;
    const waitMs = brake.waitMs(subscriberId);
    if (waitMs > 0) {
      throw new ServiceError('TOO_MANY_CHANGES', 'Too many passwords.', { retryAfterSeconds: toWait(waitMs) });
    }
    const faults = await this.#judge(wish);
    if (faults.length > 0) return { faults };

    const passwordHash = await hasher.hash(normalizePassword(password));
    if (!(await keep(passwordHash))) return undefined;
    // They have ended with the password that they were begun by; this only clears them away.
    await sessions.endSessions(subscriberId);
    await events.note({ subscriberId, action, subject: null, name: null, address });
    return { token: await keepSessions.begin({ ...account, passwordHash }, wish) };
  }

  async #judge({ account, password, before = '' }: NewPassword): Promise<Fault[]> {
    const subscriber: Subscriber | undefined = await this.#parts.keyStore.findSubscriber(account.subscriberId);
    const about = [SERVICE, account.email, account.subscriberId, subscriber?.name ?? ''];
    return judgePassword({ password, before, about }, this.#parts.estimator);
  }
}
