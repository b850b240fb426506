import { writeSync } from 'node:fs';
import { openLmdbStores } from '../../src/adapters/lmdb/lmdb-stores.ts';
import { SystemClock } from '../../src/adapters/system/system-clock.ts';
import { administrationOf } from './key-administration.ts';

// Until it is killed: makes keys of `acme` in DATA_DIR, revokes every other one, and tells each once it is acknowledged.
const clock = new SystemClock();
const keys = administrationOf(openLmdbStores({ dataDir: process.env.DATA_DIR ?? '', clock }), clock);

for (let index = 0; ; index += 1) {
  const { key } = await keys.create({ subscriberId: 'acme', name: null, expiresInMs: null });
  writeSync(1, `created ${key.id}\n`);
  if (index % 2) continue;
  await keys.revoke(key.id);
  writeSync(1, `revoked ${key.id}\n`);
}
