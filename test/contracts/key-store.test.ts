import { LmdbKeyStore } from '../../src/adapters/lmdb/lmdb-key-store.ts';
import { silentMeter } from '../../src/adapters/metrics/silent-meter.ts';
import { MongoKeyStore } from '../../src/adapters/mongodb/mongo-key-store.ts';
import type { EmbeddedKeyStore } from '../../src/domain/ports.ts';
import { dropDatabase } from '../support/drop-database.ts';
import { sharedMongodb } from '../support/servers/shared.ts';
import { silentLogger } from '../support/silent-logger.ts';
import type { KeyStoreAdapter } from '../support/store-place.ts';
import { embeddedKeyStoreContract } from './embedded-key-store.contract.ts';
import { keyStoreContract } from './key-store.contract.ts';

// One line for each adapter: `embedded` where it belongs to one service, else `shared`.
const embedded: KeyStoreAdapter<EmbeddedKeyStore>[] = [
  { name: 'LmdbKeyStore', open: ({ path, clock }) => new LmdbKeyStore({ dataDir: path, clock }) },
];
const shared: KeyStoreAdapter[] = [
  {
    name: 'MongoKeyStore',
    needs: sharedMongodb,
    open: ({ url, clock }) => new MongoKeyStore({ url, clock, logger: silentLogger, meter: silentMeter }),
    discard: ({ url }) => dropDatabase(url),
  },
];

for (const adapter of [...embedded, ...shared]) keyStoreContract(adapter);
for (const adapter of embedded) embeddedKeyStoreContract(adapter);
