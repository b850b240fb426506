import { createHash } from 'node:crypto';
import type { Database } from 'lmdb';
import type { Account } from '../../domain/account/account.ts';
import type { Invitation } from '../../domain/account/invitation.ts';
import type { Acceptance, AccountStore } from '../../domain/account/ports.ts';
import type { LmdbData } from './lmdb-data.ts';
import { lookUpKey } from './subscriber-range.ts';
import { TimeIndex } from './time-index.ts';

/** Accounts by their subscribers, and their invitations by digest, in an LMDB file. */
export class LmdbAccountStore implements AccountStore {
  readonly #data: LmdbData;
  readonly #accounts: Database<Account, string>;
  /** Whose an address is, by the digest of the address. */
  readonly #owners: Database<string, string>;
  readonly #invitations: Database<Invitation, string>;
  /** The digest of each subscriber's invitation. */
  readonly #invited: Database<string, string>;
  readonly #invitationsByEnd: TimeIndex<[digest: string]>;

  /** @throws ServiceError DATA_DIR_UNUSABLE */
  constructor(data: LmdbData) {
    this.#data = data;
    this.#accounts = data.openRecords('accounts');
    this.#owners = data.openIndex('owners-of-addresses');
    this.#invitations = data.openRecords('invitations');
    this.#invited = data.openIndex('invited');
    this.#invitationsByEnd = new TimeIndex(data, 'invitations-by-end');
  }

  async findAccount(subscriberId: string): Promise<Account | undefined> {
    return this.#data.read(() => this.#accounts.get(lookUpKey(subscriberId)));
  }

  async findAccountByEmail(email: string): Promise<Account | undefined> {
    return this.#data.read(() => {
      const owner = this.#owners.get(digestOf(email));
      return owner === undefined ? undefined : this.#accounts.get(owner);
    });
  }

  setEmail(subscriberId: string, email: string): Promise<'set' | 'email-taken'> {
    return this.#data.write(() => {
      if ((this.#owners.get(digestOf(email)) ?? subscriberId) !== subscriberId) return 'email-taken';
      const account = this.#accounts.get(subscriberId);
      if (account) this.#owners.remove(digestOf(account.email));
      this.#owners.put(digestOf(email), subscriberId);
      this.#accounts.put(subscriberId, { subscriberId, email, passwordHash: account?.passwordHash ?? null });
      return 'set';
    });
  }

  changePasswordHash({ subscriberId, passwordHash: before }: Account, passwordHash: string): Promise<boolean> {
    return this.#data.write(() => {
      const account = this.#accounts.get(lookUpKey(subscriberId));
      if (!account || account.passwordHash !== before) return false;
      this.#accounts.put(subscriberId, { ...account, passwordHash });
      return true;
    });
  }

  putInvitation(invitation: Invitation): Promise<void> {
    const { digest, subscriberId, expiresAtMs } = invitation;
    return this.#data.write(() => {
      const earlier = this.#invited.get(subscriberId);
      if (earlier !== undefined) this.#removeInvitation(earlier);
      this.#invitations.put(digest, invitation);
      this.#invited.put(subscriberId, digest);
      this.#invitationsByEnd.put(expiresAtMs, [digest]);
    });
  }

  async findInvitation(digest: string): Promise<Invitation | undefined> {
    return this.#data.read(() => this.#invitations.get(lookUpKey(digest)));
  }

  acceptInvitation({ digest, passwordHash, nowMs }: Acceptance): Promise<boolean> {
    return this.#data.write(() => {
      const invitation = this.#invitations.get(lookUpKey(digest));
      if (!invitation || nowMs >= invitation.expiresAtMs) return false;
      const account = this.#accounts.get(invitation.subscriberId);
      if (account?.email !== invitation.email) return false;
      this.#accounts.put(account.subscriberId, { ...account, passwordHash });
      this.#removeInvitation(digest);
      return true;
    });
  }

  forgetInvitations(beforeMs: number): Promise<void> {
    return this.#invitationsByEnd.forget(beforeMs, ([digest]) => this.#removeInvitation(digest));
  }

  #removeInvitation(digest: string): void {
    const invitation = this.#invitations.get(digest);
    if (!invitation) return;
    this.#invitations.remove(digest);
    this.#invited.remove(invitation.subscriberId);
    this.#invitationsByEnd.remove(invitation.expiresAtMs, [digest]);
  }
}

/** Whoever signs in may send a text of any length, and LMDB's keys are bounded. */
function digestOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}
