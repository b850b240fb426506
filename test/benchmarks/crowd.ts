import { LmdbKeyStore } from '../../src/adapters/lmdb/lmdb-key-store.ts';
import { Sha256Digester } from '../../src/adapters/system/sha256-digester.ts';
import { SystemClock } from '../../src/adapters/system/system-clock.ts';
import { SystemRandomness } from '../../src/adapters/system/system-randomness.ts';
import { AdministerKeys } from '../../src/application/administer-keys.ts';
import { Generator } from '../../src/domain/password/generator.ts';

/** Adds so many subscribers, each with a key, to the embedded store, faster than a command for each. */
export async function addCrowd(dataDir: string, subscribers: number): Promise<string[]> {
  const clock = new SystemClock();
  const store = new LmdbKeyStore({ dataDir, clock });
  const keys = new AdministerKeys(store, new Generator(new SystemRandomness()), new Sha256Digester(), clock);
  const add = async (id: string) => {
    await store.addSubscriber({ id, name: null, plan: 'annual', status: 'active', createdAtMs: clock.nowMs() });
    return (await keys.create({ subscriberId: id, name: null, expiresInMs: null })).text;
  };
  const texts = await Promise.all(Array.from({ length: subscribers }, (_, index) => add(`subscriber-${index}`)));
  await store.close();
  return texts;
}
