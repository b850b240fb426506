import type { Account } from '../domain/account/account.ts';
import type { AccountStore } from '../domain/account/ports.ts';
import { isToken } from '../domain/account/secret-token.ts';
import type { Clock, KeyDigester } from '../domain/ports.ts';
import type { Origin } from './keep-sessions.ts';
import type { PasswordSet, SetPassword } from './set-password.ts';

interface AcceptingParts {
  readonly accounts: AccountStore;
  readonly setPassword: SetPassword;
  readonly digester: KeyDigester;
  readonly clock: Clock;
}

/** Lets whoever was invited set their password and come in, once. */
export class AcceptInvitation {
  readonly #parts: AcceptingParts;

  constructor(parts: AcceptingParts) {
    this.#parts = parts;
  }

  /** Whose password it is about; undefined where the invitation is spent, too old or none. Looking spends nothing. */
  async find(token: string): Promise<Account | undefined> {
    const { accounts, digester, clock } = this.#parts;
    const invitation = isToken(token) ? await accounts.findInvitation(digester.digest(token)) : undefined;
    if (!invitation || clock.nowMs() >= invitation.expiresAtMs) return undefined;
    const account = await accounts.findAccount(invitation.subscriberId);
    return account?.email === invitation.email ? account : undefined;
  }

  /** Undefined where the invitation is spent, too old or none; a password with faults spends nothing. */
  async accept(token: string, password: string, origin: Origin): Promise<PasswordSet | undefined> {
    const { accounts, setPassword, digester, clock } = this.#parts;
    const account = await this.find(token);
    if (!account) return undefined;
    const keep = (passwordHash: string) =>
      accounts.acceptInvitation({ digest: digester.digest(token), passwordHash, nowMs: clock.nowMs() });
    return setPassword.set({ account, password, ...origin, action: 'password-set', keep });
  }
}
