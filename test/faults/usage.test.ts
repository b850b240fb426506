import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { openLmdbStores } from '../../src/adapters/lmdb/lmdb-stores.ts';
import { SystemClock } from '../../src/adapters/system/system-clock.ts';
import { noUsage, sumOf, type Usage } from '../../src/domain/account/usage.ts';
import { type ServiceProcess, spawnService, withDirectory } from '../support/process.ts';

/** What a crash may lose, and a little for the write itself. */
const WRITTEN_WITHIN_MS = 11_000;

async function issue({ url, key }: ServiceProcess, count: number): Promise<void> {
  const response = await fetch(`${url}/api/passwords/bulk`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ count, length: 8 }),
  });
  expect(response.status).to.equal(200);
  await response.arrayBuffer();
}

/** What is kept of the subscriber of a first start: the days together, for a test may run across midnight. */
async function keptUsage(dataDir: string): Promise<Usage> {
  const { keyStore, usageStore } = openLmdbStores({ dataDir, clock: new SystemClock() });
  try {
    return (await usageStore.readUsage('local', 'month', 0)).reduce(sumOf, noUsage);
  } finally {
    await keyStore.close();
  }
}

describe('what subscribers use', () => {
  it('is kept by a service that ends in order, however short it ran', () =>
    withDirectory(async (dataDir) => {
      const service = await spawnService({ DATA_DIR: dataDir });
      await issue(service, 3);
      await issue(service, 4);
      await service.end();
      expect(await keptUsage(dataDir)).to.deep.equal({ requests: 2, passwords: 7, refusals: 0 });
    }));

  it('is kept by one that is killed, but for its last ten seconds', () =>
    withDirectory(async (dataDir) => {
      const service = await spawnService({ DATA_DIR: dataDir });
      await issue(service, 3);
      await pause(WRITTEN_WITHIN_MS);
      await issue(service, 4);
      await service.end('SIGKILL');
      const { requests, passwords } = await keptUsage(dataDir);
      // The last one is lost, but where this machine was so slow that it was written after all.
      expect([requests, passwords]).to.be.deep.oneOf([
        [1, 3],
        [2, 7],
      ]);
    })).timeout(40_000);
});
