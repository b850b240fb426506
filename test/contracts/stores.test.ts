import { openLmdbStores } from '../../src/adapters/lmdb/lmdb-stores.ts';
import { silentMeter } from '../../src/adapters/metrics/silent-meter.ts';
import { openMongoStores } from '../../src/adapters/mongodb/mongo-stores.ts';
import type { DataStores } from '../../src/domain/account/ports.ts';
import type { EmbeddedKeyStore } from '../../src/domain/ports.ts';
import { dropDatabase } from '../support/drop-database.ts';
import { sharedMongodb } from '../support/servers/shared.ts';
import { silentLogger } from '../support/silent-logger.ts';
import type { StoresAdapter } from '../support/store-place.ts';
import { accountStoreContract } from './account-store.contract.ts';
import { auditTrailContract } from './audit-trail.contract.ts';
import { embeddedKeyStoreContract } from './embedded-key-store.contract.ts';
import { keyStoreContract } from './key-store.contract.ts';
import { sessionStoreContract } from './session-store.contract.ts';
import { usageStoreContract } from './usage-store.contract.ts';

// One line for each adapter: `embedded` where it belongs to one service, else `shared`.
const embedded: StoresAdapter<DataStores<EmbeddedKeyStore>>[] = [
  { name: 'LMDB', open: ({ path, clock }) => openLmdbStores({ dataDir: path, clock }) },
];
const shared: StoresAdapter[] = [
  {
    name: 'MongoDB',
    needs: sharedMongodb,
    open: ({ url, clock }) => openMongoStores({ url, clock, logger: silentLogger, meter: silentMeter }),
    discard: ({ url }) => dropDatabase(url),
  },
];
for (const adapter of embedded) embeddedKeyStoreContract(adapter);
for (const adapter of [...embedded, ...shared]) {
  keyStoreContract(adapter);
  accountStoreContract(adapter);
  sessionStoreContract(adapter);
  usageStoreContract(adapter);
  auditTrailContract(adapter);
}
