import type { Account } from '../../domain/account/account.ts';
import type { Invitation } from '../../domain/account/invitation.ts';
import type { Acceptance, AccountStore } from '../../domain/account/ports.ts';
import { isDuplicate } from './duplicate.ts';
import type { AccountDocument, DashboardCollections, InvitationDocument } from './mongo-collections.ts';
import { inBackground, type MongoDatabase } from './mongo-database.ts';

/** Accounts, of which none is ever removed, and one invitation of each at most. */
export class MongoAccountStore implements AccountStore {
  readonly #database: MongoDatabase;

  constructor(database: MongoDatabase) {
    this.#database = database;
  }

  findAccount(subscriberId: string): Promise<Account | undefined> {
    return this.#find({ _id: subscriberId });
  }

  findAccountByEmail(email: string): Promise<Account | undefined> {
    return this.#find({ email });
  }

  /** In two writes: of an upsert that is refused nobody knows whether the address was there already or the account. */
  setEmail(subscriberId: string, email: string): Promise<'set' | 'email-taken'> {
    return this.#database.use(async ({ accounts }) => {
      try {
        await accounts.insertOne({ _id: subscriberId, email, passwordHash: null });
        return 'set';
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
      try {
        const { matchedCount } = await accounts.updateOne({ _id: subscriberId }, { $set: { email } });
        return matchedCount === 1 ? 'set' : 'email-taken';
      } catch (error) {
        if (isDuplicate(error)) return 'email-taken';
        throw error;
      }
    });
  }

  changePasswordHash({ subscriberId, passwordHash: before }: Account, passwordHash: string): Promise<boolean> {
    return this.#database.use(async ({ accounts }) => {
      const asSeen = { _id: subscriberId, passwordHash: before };
      const { matchedCount } = await accounts.updateOne(asSeen, { $set: { passwordHash } });
      return matchedCount === 1;
    });
  }

  putInvitation({ subscriberId, ...facts }: Invitation): Promise<void> {
    return this.#database.use(async ({ invitations }) => {
      const put = () => invitations.replaceOne({ _id: subscriberId }, facts, { upsert: true });
      try {
        await put();
      } catch (error) {
        // Of two upserts at once a server may refuse the later one, which then finds what the first one made.
        if (!isDuplicate(error)) throw error;
        await put();
      }
    });
  }

  findInvitation(digest: string): Promise<Invitation | undefined> {
    return this.#database.use(async ({ invitations }) => {
      const found = await invitations.findOne({ digest });
      return found ? toInvitation(found) : undefined;
    });
  }

  /**
   * Whoever takes the invitation away is the one who may set the password. Where that can't be done it is put back; where
   * this process ends in between it is lost, and the operator makes another.
   */
  acceptInvitation({ digest, passwordHash, nowMs }: Acceptance): Promise<boolean> {
    return this.#database.use(async ({ accounts, invitations }) => {
      const invitation = await invitations.findOneAndDelete({ digest, expiresAtMs: { $gt: nowMs } });
      if (!invitation) return false;
      let isSet = false;
      try {
        const owner = { _id: invitation._id, email: invitation.email };
        isSet = (await accounts.updateOne(owner, { $set: { passwordHash } })).matchedCount === 1;
      } finally {
        if (!isSet) await putBack(invitations, invitation);
      }
      return isSet;
    });
  }

  forgetInvitations(beforeMs: number): Promise<void> {
    return this.#database.useInBackground(async ({ invitations }) => {
      await invitations.deleteMany({ expiresAtMs: { $lt: beforeMs } }, inBackground);
    });
  }

  #find(filter: Partial<AccountDocument>): Promise<Account | undefined> {
    return this.#database.use(async ({ accounts }) => {
      const found = await accounts.findOne(filter);
      return found ? toAccount(found) : undefined;
    });
  }
}

/** A newer one of the subscriber stays. */
async function putBack(
  invitations: DashboardCollections['invitations'],
  invitation: InvitationDocument,
): Promise<void> {
  try {
    await invitations.insertOne(invitation);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
}

function toAccount({ _id, ...facts }: AccountDocument): Account {
  return { subscriberId: _id, ...facts };
}

function toInvitation({ _id, ...facts }: InvitationDocument): Invitation {
  return { subscriberId: _id, ...facts };
}
