import { openLmdbStores } from '../../src/adapters/lmdb/lmdb-stores.ts';
import { SystemClock } from '../../src/adapters/system/system-clock.ts';
import { administrationOf } from '../support/key-administration.ts';

/** Adds so many subscribers, each with a key, to the embedded store, faster than a command for each. */
export async function addCrowd(dataDir: string, subscribers: number): Promise<string[]> {
  const clock = new SystemClock();
  const stores = openLmdbStores({ dataDir, clock });
  const { keyStore } = stores;
  const keys = administrationOf(stores, clock);
  const add = async (id: string) => {
    await keyStore.addSubscriber({ id, name: null, plan: 'annual', status: 'active', createdAtMs: clock.nowMs() });
    return (await keys.create({ subscriberId: id, name: null, expiresInMs: null })).text;
  };
  const texts = await Promise.all(Array.from({ length: subscribers }, (_, index) => add(`subscriber-${index}`)));
  await keyStore.close();
  return texts;
}
