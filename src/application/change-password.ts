import type { AccountStore } from '../domain/account/ports.ts';
import type { Origin, SignedIn } from './keep-sessions.ts';
import type { PasswordSet, SetPassword } from './set-password.ts';
import type { Entry, SignIn } from './sign-in.ts';

interface Change extends Origin {
  readonly current: string;
  readonly password: string;
  readonly network: string;
}

/** Changes the password of who is signed in and knows it; whoever only found the browser open does not. */
export class ChangePassword {
  readonly #signIn: SignIn;
  readonly #setPassword: SetPassword;
  readonly #accounts: AccountStore;

  constructor(signIn: SignIn, setPassword: SetPassword, accounts: AccountStore) {
    this.#signIn = signIn;
    this.#setPassword = setPassword;
    this.#accounts = accounts;
  }

  change({ account }: Pick<SignedIn, 'account'>, change: Change): Promise<Entry<PasswordSet | undefined>> {
    const { current, password, network, address, browser } = change;
    const owner = { email: account.email, password: current, network };
    const wish = { password, before: current, address, browser, action: 'password-changed' } as const;
    return this.#signIn.check(owner, (account) => {
      // Whoever lost the password may set another one by an invitation meanwhile, and that one stands.
      const keep = (passwordHash: string) => this.#accounts.changePasswordHash(account, passwordHash);
      return this.#setPassword.set({ account, ...wish, keep });
    });
  }
}
