import { createId } from '../domain/access/identifier.ts';
import type { Subscriber } from '../domain/access/subscriber.ts';
import type { Account } from '../domain/account/account.ts';
import type { AccountStore, SessionStore } from '../domain/account/ports.ts';
import { createToken, isToken } from '../domain/account/secret-token.ts';
import { isLive, isSeenAnew, type Session } from '../domain/account/session.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Generator } from '../domain/password/generator.ts';
import type { Clock, KeyDigester, KeyStore } from '../domain/ports.ts';
import type { Customer } from './manage-own-keys.ts';
import type { NoteEvents } from './note-events.ts';

/** So many of a subscriber's are kept: a further one ends the oldest. */
const MAX_SESSIONS = 50;
/** A browser's text about itself is cut off here. */
const BROWSER_CHARACTERS = 200;

/** Where somebody signs in from. */
export interface Origin {
  readonly address: string;
  /** What the browser says of itself. */
  readonly browser: string;
}

/** Who is signed in, as they are now. */
export interface SignedIn {
  readonly session: Session;
  readonly account: Account;
  readonly subscriber: Subscriber;
}

interface SessionParts {
  readonly sessions: SessionStore;
  readonly accounts: AccountStore;
  readonly keyStore: KeyStore;
  readonly generator: Generator;
  readonly digester: KeyDigester;
  readonly clock: Clock;
  readonly events: NoteEvents;
}

/** Begins sessions, recognizes them by their tokens, and ends them. */
export class KeepSessions {
  readonly #parts: SessionParts;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /**
   * The token of a new session, which is kept nowhere.
   *
   * @param account as it was when its owner was known by its password
   */
  async begin(account: Account, { address, browser }: Origin): Promise<string> {
    const { sessions, generator, digester, clock, events } = this.#parts;
    const { subscriberId } = account;
    const token = createToken(generator);
    const nowMs = clock.nowMs();
    const session: Session = {
      id: createId('ses', generator),
      digest: digester.digest(token),
      subscriberId,
      passwordDigest: this.#passwordDigest(account),
      createdAtMs: nowMs,
      lastSeenAtMs: nowMs,
      address,
      browser: [...browser].slice(0, BROWSER_CHARACTERS).join(''),
    };
    await sessions.addSession(session);
    const surplus = (await sessions.listSessions(subscriberId)).slice(MAX_SESSIONS);
    for (const { id } of surplus) await sessions.endSession(subscriberId, id);
    await events.note({ subscriberId, action: 'signed-in', subject: session.browser, name: null, address });
    return token;
  }

  /**
   * Whose session it is; undefined where it ended: by itself, by somebody, or with the password that it was begun by.
   *
   * @param isVisit whether somebody asks, and not a page by itself
   */
  async recognize(token: string, { isVisit = true } = {}): Promise<SignedIn | undefined> {
    const { sessions, accounts, keyStore, digester, clock } = this.#parts;
    const session = isToken(token) ? await sessions.findSession(digester.digest(token)) : undefined;
    const nowMs = clock.nowMs();
    if (!session || !isLive(session, nowMs)) return undefined;
    const [account, subscriber] = await Promise.all([
      accounts.findAccount(session.subscriberId),
      keyStore.findSubscriber(session.subscriberId),
    ]);
    if (!account || !subscriber || session.passwordDigest !== this.#passwordDigest(account)) return undefined;
    // A page is not held up for this, nor does it fail: the next one tries again.
    if (isVisit && isSeenAnew(session, nowMs)) void sessions.seeSession(session.digest, nowMs).catch(() => {});
    return { session, account, subscriber };
  }

  /** An account's live ones, the latest sign-in first. */
  async list(account: Account): Promise<Session[]> {
    const sessions = await this.#parts.sessions.listSessions(account.subscriberId);
    const [nowMs, passwordDigest] = [this.#parts.clock.nowMs(), this.#passwordDigest(account)];
    return sessions.filter((session) => isLive(session, nowMs) && session.passwordDigest === passwordDigest);
  }

  async signOut({ subscriberId, id, browser }: Session, address: string): Promise<void> {
    const { sessions, events } = this.#parts;
    await sessions.endSession(subscriberId, id);
    await events.note({ subscriberId, action: 'signed-out', subject: browser, name: null, address });
  }

  /** @throws ServiceError NOT_FOUND where the customer has no such session */
  async end({ subscriberId, address }: Customer, id: string): Promise<void> {
    const { sessions, events } = this.#parts;
    const ended = await sessions.endSession(subscriberId, id);
    if (!ended) throw new ServiceError('NOT_FOUND', 'The customer has no such session.');
    await events.note({ subscriberId, action: 'session-ended', subject: ended.browser, name: null, address });
  }

  #passwordDigest({ passwordHash }: Account): string {
    return this.#parts.digester.digest(passwordHash ?? '');
  }
}
