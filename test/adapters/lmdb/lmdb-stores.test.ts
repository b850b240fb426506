import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { open, type RootDatabase } from 'lmdb';
import { openLmdbStores } from '../../../src/adapters/lmdb/lmdb-stores.ts';
import { keyOf, subscriberOf } from '../../support/builders.ts';
import { withDirectory } from '../../support/process.ts';
import { SettableClock } from '../../support/settable-clock.ts';

const INDEX = 'keys-of-subscriber';
const run = promisify(execFile);
const openStores = (dataDir: string) => openLmdbStores({ dataDir, clock: new SettableClock() });
const keys = Array.from({ length: 700 }, (_, index) =>
  keyOf({
    id: `key_${index}`,
    digest: `digest-${index}`,
    subscriberId: index % 7 ? 'acme' : 'beta',
    createdAtMs: index,
  }),
);

/** Looks into the file itself, beside what is open. */
async function inFile<T>(path: string, use: (root: RootDatabase) => T | Promise<T>): Promise<T> {
  const root = open({ path, noSubdir: false, overlappingSync: false, maxDbs: 32 });
  try {
    return await use(root);
  } finally {
    await root.close();
  }
}

async function makeDirectory(path: string): Promise<void> {
  const { keyStore } = openStores(path);
  for (const id of ['acme', 'beta']) await keyStore.addSubscriber(subscriberOf({ id }));
  await Promise.all(keys.map((key) => keyStore.addKey(key)));
  await keyStore.close();
}

/** How many entries the index of keys by their subscribers has. */
const indexed = (path: string) => inFile(path, (root) => root.openDB({ name: INDEX }).getCount());

/** What other hands than those of this version leave in the index of a directory that holds all keys. */
const oldHands: Record<string, (root: RootDatabase) => unknown> = {
  'is not there yet': (root) => root.openDB({ name: INDEX }).drop(),
  'lacks what version 1.0 wrote since': async (root) => {
    const index = root.openDB({ name: INDEX });
    for (const { id, subscriberId, createdAtMs } of keys.slice(-3)) await index.remove([subscriberId, createdAtMs, id]);
  },
  'has too much': (root) => root.openDB({ name: INDEX }).put(['acme', 5000, 'key_x'], 'digest-3'),
};

describe('the stores in an LMDB file', () => {
  for (const [what, change] of Object.entries(oldHands)) {
    it(`index the keys of a directory whose index ${what}, whoever opens it`, () =>
      withDirectory(async (path) => {
        await makeDirectory(path);
        await inFile(path, change);
        expect(await indexed(path)).not.to.equal(keys.length);
        const [one, other] = [openStores(path), openStores(path)];
        for (const { keyStore } of [one, other]) {
          for (const subscriberId of ['acme', 'beta']) {
            const expected = keys.filter((key) => key.subscriberId === subscriberId);
            expect(await keyStore.listKeys({ subscriberId })).to.deep.equal(expected);
          }
        }
        const next = keyOf({ id: 'next', digest: 'next', subscriberId: 'beta' });
        expect(await one.keyStore.addKey(next, { maxLive: 100 })).to.equal('too-many-keys');
        expect(await one.keyStore.addKey(next, { maxLive: 101 })).to.equal('added');
        for (const { keyStore } of [one, other]) await keyStore.close();
        expect(await indexed(path)).to.equal(keys.length + 1);
      }));
  }

  it('index the keys once where two processes open it at the same time', () =>
    withDirectory(async (path) => {
      await makeDirectory(path);
      await inFile(path, oldHands['is not there yet']!);
      const program = fileURLToPath(new URL('./open-stores.ts', import.meta.url));
      const start = () => run(process.execPath, ['--import=tsx/esm', program, path, 'beta']);
      for (const { stdout } of await Promise.all([start(), start()])) expect(stdout).to.equal('100');
      expect(await indexed(path)).to.equal(keys.length);
    }));

  it('leave an index alone that is as large as it should be', () =>
    withDirectory(async (path) => {
      await makeDirectory(path);
      // Wrong, and no more or fewer: only what goes through it all could tell.
      await inFile(path, (root) => root.openDB({ name: INDEX }).put(['beta', 0, 'key_0'], 'digest-7'));
      const { keyStore } = openStores(path);
      const [first] = await keyStore.listKeys({ subscriberId: 'beta' });
      expect(first?.id).to.equal('key_7');
      await keyStore.close();
    }));

  it('leave kept credentials alone by what is written of accounts, sessions, usage and events', () =>
    withDirectory(async (path) => {
      const { keyStore, accountStore, sessionStore, usageStore, auditTrail } = openStores(path);
      const changes = () => inFile(path, (root) => root.get('changes') ?? 0);
      await keyStore.addSubscriber(subscriberOf());
      const before = await changes();
      const session = { id: 's', digest: 'd', subscriberId: 'acme', createdAtMs: 1, lastSeenAtMs: 1 };
      await accountStore.setEmail('acme', 'ann@example.com');
      const ann = { subscriberId: 'acme', email: 'ann@example.com', passwordHash: null };
      await accountStore.changePasswordHash(ann, '$scrypt$1');
      await accountStore.putInvitation({ digest: 'i', subscriberId: 'acme', email: 'ann@example.com', expiresAtMs: 5 });
      await sessionStore.addSession({ ...session, passwordDigest: 'p', address: '192.0.2.1', browser: 'Firefox' });
      await sessionStore.seeSession('d', 2);
      await usageStore.addUsage([{ subscriberId: 'acme', atMs: 1, requests: 1, passwords: 1, refusals: 1 }]);
      const event = { id: 'e', subscriberId: 'acme', atMs: 1, action: 'signed-in', subject: null } as const;
      await auditTrail.append({ ...event, name: null, address: null });
      await auditTrail.forgetEvents(5);
      expect(await changes()).to.equal(before);
      await keyStore.addKey(keyOf());
      expect(await changes()).to.equal(before + 1);
      await keyStore.close();
    }));

  it('forget more than one transaction takes', () =>
    withDirectory(async (path) => {
      const { keyStore, usageStore } = openStores(path);
      const counts = Array.from({ length: 400 }, (_, index) => index).map((minute) => ({
        subscriberId: `s${minute % 3}`,
        atMs: minute * 60_000,
        requests: 1,
        passwords: 2,
        refusals: 3,
      }));
      await usageStore.addUsage([...counts, ...counts.map((count) => ({ ...count, subscriberId: 'acme' }))]);
      await usageStore.forgetUsage(Date.UTC(2026, 0, 1));
      await keyStore.close();
      await inFile(path, (root) => {
        for (const name of ['usage', 'usage-by-end']) {
          const left = [...root.openDB({ name }).getKeys()].filter((key) => typeof key !== 'symbol');
          expect(left, name).to.deep.equal([]);
        }
      });
    }));
});
