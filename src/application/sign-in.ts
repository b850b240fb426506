import { type Account, normalizeEmail } from '../domain/account/account.ts';
import type { ActBrake } from '../domain/account/act-brake.ts';
import { normalizePassword } from '../domain/account/password-rules.ts';
import type { AccountStore, PasswordHasher } from '../domain/account/ports.ts';
import type { SignInBrake } from '../domain/account/sign-in-brake.ts';
import type { KeepSessions, Origin } from './keep-sessions.ts';

export type Entry<T> =
  | { readonly outcome: 'entered'; readonly result: T }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'blocked'; readonly availableInMs: number };

interface Owner {
  readonly email: string;
  readonly password: string;
  /** The network that the attempt counts for. */
  readonly network: string;
}

type Attempt = Owner & Origin;

interface SignInParts {
  readonly accounts: AccountStore;
  readonly hasher: PasswordHasher;
  readonly brake: SignInBrake;
  /** Bounds what comes from one network, also where it is right. */
  readonly attempts: ActBrake;
  readonly keepSessions: KeepSessions;
  /** Resolves after so many milliseconds. */
  readonly pause: (ms: number) => Promise<unknown>;
}

/** Who comes while so many wait is told to come again: the others, and the API, must not be held up. */
const MAX_WAITING = 100;
const MAX_WAITING_FROM_A_NETWORK = 5;
const COME_AGAIN_AFTER_MS = 2000;

/** No account's password: what an unknown address is held against, so that it takes as long as a known one. */
const NOBODYS = 'the password of nobody';

/** Lets in who knows the address and the password of an account, and tells nobody which of the two was wrong. */
export class SignIn {
  readonly #parts: SignInParts;
  #nobodysHash: string | undefined;
  #lastTurn: Promise<unknown> = Promise.resolve();
  /** How many wait from each network. */
  readonly #waiting = new Map<string, number>();
  #waitingInAll = 0;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** The token of a new session, for who may come in. */
  signIn(attempt: Attempt): Promise<Entry<string>> {
    return this.check(attempt, (account) => this.#parts.keepSessions.begin(account, attempt));
  }

  /** Does what only the owner of an account may do. */
  async check<T>(owner: Owner, act: (account: Account) => Promise<T>): Promise<Entry<T>> {
    const { brake, attempts } = this.#parts;
    if (!this.#enter(owner.network)) return { outcome: 'blocked', availableInMs: COME_AGAIN_AFTER_MS };
    try {
      const availableInMs = brake.blockedForMs(owner.network) || attempts.waitMs(owner.network);
      if (availableInMs > 0) return { outcome: 'blocked', availableInMs };
      const account = await this.#identify(owner);
      if (account === 'blocked') return { outcome: 'blocked', availableInMs: brake.blockedForMs(owner.network) };
      return account ? { outcome: 'entered', result: await act(account) } : { outcome: 'refused' };
    } finally {
      this.#leave(owner.network);
    }
  }

  async #identify({ email: typed, password, network }: Owner): Promise<Account | 'blocked' | undefined> {
    const { accounts, brake, pause } = this.#parts;
    const email = normalizeEmail(typed);
    await pause(brake.waitMs(email));
    // One after the other, so that many at once are counted like many in a row, and hashing leaves room for all else.
    return this.#inTurn(async () => {
      if (brake.blockedForMs(network) > 0) return 'blocked';
      const account = await accounts.findAccountByEmail(email);
      if (await this.#isRight(account, password)) return account;
      brake.recordFailure(network, email);
      return undefined;
    });
  }

  #enter(network: string): boolean {
    const waiting = this.#waiting.get(network) ?? 0;
    if (waiting >= MAX_WAITING_FROM_A_NETWORK || this.#waitingInAll >= MAX_WAITING) return false;
    this.#waiting.set(network, waiting + 1);
    this.#waitingInAll += 1;
    return true;
  }

  #leave(network: string): void {
    const waiting = (this.#waiting.get(network) ?? 1) - 1;
    if (waiting > 0) this.#waiting.set(network, waiting);
    else this.#waiting.delete(network);
    this.#waitingInAll -= 1;
  }

  async #isRight(account: Account | undefined, password: string): Promise<boolean> {
    const { hasher } = this.#parts;
    this.#nobodysHash ??= await hasher.hash(NOBODYS);
    const isMatch = await hasher.verify(account?.passwordHash ?? this.#nobodysHash, normalizePassword(password));
    return isMatch && typeof account?.passwordHash === 'string';
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(act);
    this.#lastTurn = turn.catch(() => {});
    return turn;
  }
}
