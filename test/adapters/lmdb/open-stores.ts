import { openLmdbStores } from '../../../src/adapters/lmdb/lmdb-stores.ts';
import { SettableClock } from '../../support/settable-clock.ts';

// A process of its own, which opens a directory and tells how many keys a subscriber has there.
const [dataDir = '', subscriberId = ''] = process.argv.slice(2);
const { keyStore } = openLmdbStores({ dataDir, clock: new SettableClock() });
process.stdout.write(String((await keyStore.listKeys({ subscriberId })).length));
await keyStore.close();
