import { expect } from 'chai';
import { MongoBulkWriteError, MongoServerError } from 'mongodb';
import { MongoAccountStore } from '../../../src/adapters/mongodb/mongo-account-store.ts';
import type { MongoDatabase } from '../../../src/adapters/mongodb/mongo-database.ts';
import { MongoUsageStore } from '../../../src/adapters/mongodb/mongo-usage-store.ts';
import { rejectionOf } from '../../support/rejection.ts';

const DUPLICATE = 11000;
const DISK_FULL = 14031;

const given = (collections: object) => (act: (collections: object) => unknown) => act(collections);

/** A database that hands out these collections. */
const databaseOf = (collections: object) =>
  ({ use: given(collections), useInBackground: given(collections) }) as unknown as MongoDatabase;

const refusal = (code: number) => new MongoServerError({ message: 'refused', code });

/** How a bulk ends of which these writes are refused, by their place in it. */
function bulkRefusal(codes: Record<number, number>): MongoBulkWriteError {
  const writeErrors = Object.entries(codes).map(([index, code]) => ({ index: Number(index), code }));
  return new MongoBulkWriteError({ message: 'refused', code: writeErrors[0]?.code, writeErrors } as never, {} as never);
}

// FerretDB refuses one of two upserts at once that make the same document; MongoDB has tried it again by then.
describe('upserts that a server refuses', () => {
  const count = { subscriberId: 'acme', atMs: 90_061_000, requests: 1, passwords: 2, refusals: 3 };

  /** What comes of counting, and the ids of what was written each time, where the first times end so. */
  async function countOn(...refusals: Error[]): Promise<{ error: unknown; written: string[][] }> {
    const written: string[][] = [];
    const bulkWrite = async (updates: { updateOne: { filter: { _id: string } } }[]) => {
      written.push(updates.map(({ updateOne }) => updateOne.filter._id));
      const refused = refusals.shift();
      if (refused) throw refused;
    };
    const store = new MongoUsageStore(databaseOf({ usage: { bulkWrite } }));
    return { error: await rejectionOf(store.addUsage([count])), written };
  }

  const [minute, hour, day] = ['hour:90060000:acme', 'day:90000000:acme', 'month:86400000:acme'];

  it('are done once more where they count usage, and they alone', async () => {
    expect(await countOn()).to.deep.equal({ error: undefined, written: [[minute, hour, day]] });
    expect(await countOn(bulkRefusal({ 0: DUPLICATE, 2: DUPLICATE }))).to.deep.equal({
      error: undefined,
      written: [
        [minute, hour, day],
        [minute, day],
      ],
    });
  });

  it('fail where they are refused again, or for another reason', async () => {
    for (const refusals of [
      [bulkRefusal({ 1: DUPLICATE }), bulkRefusal({ 0: DUPLICATE })],
      [bulkRefusal({ 1: DISK_FULL })],
      [refusal(DISK_FULL)],
    ]) {
      const [last, times] = [refusals.at(-1), refusals.length];
      const { error, written } = await countOn(...refusals);
      expect(error).to.equal(last);
      expect(written).to.have.length(times);
    }
  });

  it('are done once more beside others that fail otherwise, so that those alone fail', async () => {
    const first = bulkRefusal({ 0: DUPLICATE, 1: DISK_FULL });
    expect(await countOn(first)).to.deep.equal({ error: first, written: [[minute, hour, day], [minute]] });
  });

  for (const [codes, times, outcome] of [
    [[], 1, undefined],
    [[DUPLICATE], 2, undefined],
    [[DUPLICATE, DUPLICATE], 2, DUPLICATE],
    [[DISK_FULL], 1, DISK_FULL],
  ] as const) {
    it(`are done ${times} times where they keep an invitation and are answered ${codes.join() || 'well'}`, async () => {
      const written: unknown[] = [];
      const replaceOne = async (...facts: unknown[]) => {
        const code = codes[written.push(facts) - 1];
        if (code !== undefined) throw refusal(code);
      };
      const store = new MongoAccountStore(databaseOf({ invitations: { replaceOne } }));
      const put = store.putInvitation({ subscriberId: 'acme', digest: 'd1', email: 'ann@example.com', expiresAtMs: 5 });
      const error = (await rejectionOf(put)) as MongoServerError | undefined;
      expect(error?.code).to.equal(outcome);
      expect(written).to.have.length(times);
    });
  }
});
