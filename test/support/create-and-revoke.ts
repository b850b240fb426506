import { writeSync } from 'node:fs';
import { LmdbKeyStore } from '../../src/adapters/lmdb/lmdb-key-store.ts';
import { Sha256Digester } from '../../src/adapters/system/sha256-digester.ts';
import { SystemClock } from '../../src/adapters/system/system-clock.ts';
import { SystemRandomness } from '../../src/adapters/system/system-randomness.ts';
import { AdministerKeys } from '../../src/application/administer-keys.ts';
import { Generator } from '../../src/domain/password/generator.ts';

// Until it is killed: makes keys of `acme` in DATA_DIR, revokes every other one, and tells each once it is acknowledged.
const clock = new SystemClock();
const store = new LmdbKeyStore({ dataDir: process.env.DATA_DIR ?? '', clock });
const keys = new AdministerKeys(store, new Generator(new SystemRandomness()), new Sha256Digester(), clock);

for (let index = 0; ; index += 1) {
  const { key } = await keys.create({ subscriberId: 'acme', name: null, expiresInMs: null });
  writeSync(1, `created ${key.id}\n`);
  if (index % 2) continue;
  await keys.revoke(key.id);
  writeSync(1, `revoked ${key.id}\n`);
}
