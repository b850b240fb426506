import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { operatorOf } from '../support/operator.ts';
import { withDirectory, withServiceProcess } from '../support/process.ts';
import { countRedisKeys } from '../support/redis-keys.ts';
import { newSubscriberId, onSharedStores } from '../support/shared-stores.ts';
import { ask, remainingOf } from '../support/two-services.ts';

const LIMIT = 150;

describe('an instance with one shared store', () => {
  const stores = onSharedStores();

  it('keeps its keys embedded and counts in Redis, with REDIS_URL alone', () =>
    withDirectory(async (dataDir) => {
      const { REDIS_URL } = stores().environment;
      const environment = { DATA_DIR: dataDir, REDIS_URL };
      const { cli, json } = operatorOf(dataDir);
      const id = newSubscriberId();
      await cli('subscribers', 'add', id, '--plan', 'annual');
      const { key } = await json('keys', 'create', '--subscriber', id);
      for (const left of [LIMIT - 1, LIMIT - 2]) {
        // A restart, and the count goes on.
        await withServiceProcess(environment, async (service) => {
          expect(remainingOf(await ask(service, key))).to.equal(left);
          await service.end();
        });
      }
      expect(existsSync(join(dataDir, 'data.mdb')), 'the embedded store').to.equal(true);
      expect(await countRedisKeys(REDIS_URL, `*${id}*`)).to.equal(1);
    })).timeout(40_000);

  it('shares its keys and counts by itself, with MONGODB_URL alone', () =>
    withDirectory(async (directory) => {
      const { environment, addCustomer, redisUrl } = stores();
      const { id, key } = await addCustomer('annual');
      const dataDir = join(directory, 'data');
      const own = { DATA_DIR: dataDir, MONGODB_URL: environment.MONGODB_URL };
      await withServiceProcess(own, (one) =>
        withServiceProcess(own, async (other) => {
          expect([one.key, other.key], 'keys made at the start').to.deep.equal(['', '']);
          for (const left of [LIMIT - 1, LIMIT - 2]) {
            for (const service of [one, other]) expect(remainingOf(await ask(service, key))).to.equal(left);
          }
        }),
      );
      expect(existsSync(dataDir)).to.equal(false);
      expect(await countRedisKeys(redisUrl, `*${id}*`)).to.equal(0);
    })).timeout(40_000);
});
