import { expect } from 'chai';
import { MongoServerError } from 'mongodb';
import { MongoAccountStore } from '../../../src/adapters/mongodb/mongo-account-store.ts';
import type { MongoDatabase } from '../../../src/adapters/mongodb/mongo-database.ts';
import { rejectionOf } from '../../support/rejection.ts';

const DUPLICATE = 11000;
const refusal = (code: number) => new MongoServerError({ message: 'refused', code });
const kept = { _id: 'acme', digest: 'd1', email: 'ann@example.com', expiresAtMs: 5 };

/** What comes of accepting where the writes end so: what was put back, and the outcome. */
async function acceptOn({ update, insert }: { update: () => object; insert?: () => void }) {
  const putBack: unknown[] = [];
  const accounts = { updateOne: async () => update() };
  const insertOne = async (document: unknown) => {
    putBack.push(document);
    insert?.();
  };
  const collections = { accounts, invitations: { findOneAndDelete: async () => kept, insertOne } };
  const database = { use: (act: (given: object) => unknown) => act(collections) } as unknown as MongoDatabase;
  const accepting = new MongoAccountStore(database).acceptInvitation({ digest: 'd1', passwordHash: 'h', nowMs: 1 });
  const error = await rejectionOf(accepting);
  return { putBack, outcome: error ?? (await accepting) };
}

describe('an invitation in MongoDB', () => {
  const failure = refusal(1);
  const fail = (code: number) => () => {
    throw refusal(code);
  };

  it('is spent where the password is set', async () => {
    expect(await acceptOn({ update: () => ({ matchedCount: 1 }) })).to.deep.equal({ putBack: [], outcome: true });
  });

  it('is put back where the account has another address by then, unless a newer one is there', async () => {
    const update = () => ({ matchedCount: 0 });
    expect(await acceptOn({ update })).to.deep.equal({ putBack: [kept], outcome: false });
    expect(await acceptOn({ update, insert: fail(DUPLICATE) })).to.deep.equal({ putBack: [kept], outcome: false });
  });

  it('is put back where the password could not be set, which is told', async () => {
    const update = () => {
      throw failure;
    };
    expect(await acceptOn({ update })).to.deep.equal({ putBack: [kept], outcome: failure });
    expect(await acceptOn({ update, insert: fail(DUPLICATE) })).to.deep.equal({ putBack: [kept], outcome: failure });
  });
});
