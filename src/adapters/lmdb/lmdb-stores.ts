import type { DataStores } from '../../domain/account/ports.ts';
import type { Clock, EmbeddedKeyStore } from '../../domain/ports.ts';
import { LmdbAccountStore } from './lmdb-account-store.ts';
import { LmdbAuditTrail } from './lmdb-audit-trail.ts';
import { LmdbData } from './lmdb-data.ts';
import { LmdbKeyStore } from './lmdb-key-store.ts';
import { LmdbSessionStore } from './lmdb-session-store.ts';
import { LmdbUsageStore } from './lmdb-usage-store.ts';

/**
 * All that is kept in one LMDB file.
 *
 * @param dataDir made where it is missing
 * @throws ServiceError DATA_DIR_UNUSABLE
 */
export function openLmdbStores({ dataDir, clock }: { dataDir: string; clock: Clock }): DataStores<EmbeddedKeyStore> {
  const data = new LmdbData({ dataDir });
  return {
    keyStore: new LmdbKeyStore({ data, clock }),
    accountStore: new LmdbAccountStore(data),
    sessionStore: new LmdbSessionStore(data),
    usageStore: new LmdbUsageStore(data),
    auditTrail: new LmdbAuditTrail(data),
  };
}
