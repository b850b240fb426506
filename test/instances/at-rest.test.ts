import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Db, MongoClient } from 'mongodb';
import { dropDatabase } from '../support/drop-database.ts';
import { runCli, type ServiceProcess, spawnService, withDirectory } from '../support/process.ts';
import { send } from '../support/service.ts';
import { inNewDatabase, onSharedStores } from '../support/shared-stores.ts';
import { ask } from '../support/two-services.ts';

async function withDatabase<T>(url: string, use: (database: Db) => Promise<T>): Promise<T> {
  const client = new MongoClient(url);
  try {
    return await use(client.db());
  } finally {
    await client.close();
  }
}

/** Every document of every collection, by its collection. */
async function contents(database: Db): Promise<Record<string, unknown[]>> {
  const collections = await database.collections();
  const entries = collections.map(async (collection) => [collection.collectionName, await collection.find().toArray()]);
  return Object.fromEntries(await Promise.all(entries));
}

/** Those of the keys, but for the one that every collection has. */
async function indexes(database: Db): Promise<unknown[]> {
  const listed = await database.collection('keys').indexes();
  return listed.filter(({ name }) => name !== '_id_').map(({ key, unique = false }) => ({ key, unique }));
}

describe('what instances leave in shared stores', () => {
  const stores = onSharedStores();

  it('is nothing but indexes after first starts, also of two at once, and a second start is like the first', () =>
    withDirectory(async (directory) => {
      const url = inNewDatabase(stores().mongodbUrl);
      const dataDir = join(directory, 'data');
      const environment = { ...stores().environment, MONGODB_URL: url, DATA_DIR: dataDir };
      const begin = () => spawnService(environment);
      const end = async (service: ServiceProcess) => {
        const ready = await send(service.url, { method: 'GET', path: '/health/ready' });
        expect(ready.json).to.deep.equal({ status: 'ready', dependencies: { keys: 'up', quota: 'up' } });
        const { code, stdout, stderr } = await service.end();
        expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
        expect(stdout, 'no key, and no curl').not.to.match(/pgs_|curl|local/);
        expect(stdout).not.to.match(/"level":"(warn|error)"/);
      };
      try {
        await Promise.all((await Promise.all([begin(), begin()])).map(end));
        await withDatabase(url, async (database) => {
          const wanted = [
            { key: { digest: 1 }, unique: true },
            { key: { subscriberId: 1 }, unique: false },
          ];
          expect(await indexes(database)).to.have.deep.members(wanted);
          await end(await begin());
          expect(await indexes(database)).to.have.deep.members(wanted);
          for (const [name, documents] of Object.entries(await contents(database))) {
            expect(documents, name).to.deep.equal([]);
          }
        });
        expect(existsSync(dataDir)).to.equal(false);
      } finally {
        await dropDatabase(url);
      }
    })).timeout(40_000);

  it('holds of a key its digest and its hint alone', async () => {
    const { environment, mongodbUrl, addCustomer } = stores();
    const { id } = await addCustomer('annual');
    const { stdout } = await runCli(['keys', 'create', '--subscriber', id, '--name', 'build'], environment);
    const key = stdout.trim();
    expect(key).to.match(/^pgs_\w{38}$/);
    const service = await spawnService(environment);
    try {
      expect((await ask(service, key)).status).to.equal(200);
    } finally {
      await service.end();
    }
    const kept = await withDatabase(mongodbUrl, contents);
    const digest = createHash('sha256').update(key).digest('base64url');
    const document = kept.keys?.find((found) => (found as { digest: string }).digest === digest);
    expect(document).to.include({ subscriberId: id, name: 'build', hint: `${key.slice(0, 8)}…${key.slice(-4)}` });
    const everything = JSON.stringify(kept);
    expect(everything).not.to.include(key);
    // Neither a part of it that is longer than what the hint shows.
    for (let at = 4; at + 6 <= key.length; at += 1) expect(everything).not.to.include(key.slice(at, at + 6));
  });
});
