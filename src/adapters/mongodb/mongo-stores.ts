import type { DataStores } from '../../domain/account/ports.ts';
import type { Clock, Logger, Meter } from '../../domain/ports.ts';
import { MongoAccountStore } from './mongo-account-store.ts';
import { MongoAuditTrail } from './mongo-audit-trail.ts';
import { MongoDatabase } from './mongo-database.ts';
import { MongoKeyStore } from './mongo-key-store.ts';
import { MongoSessionStore } from './mongo-session-store.ts';
import { MongoUsageStore } from './mongo-usage-store.ts';

interface MongoStoresOptions {
  /** As MONGODB_URL. */
  readonly url: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly meter: Meter;
}

/**
 * All that is kept in one MongoDB.
 *
 * @throws ServiceError INVALID_SETTINGS where the URL can't be read
 */
export function openMongoStores({ clock, ...options }: MongoStoresOptions): DataStores {
  const database = new MongoDatabase(options);
  return {
    keyStore: new MongoKeyStore({ database, clock }),
    accountStore: new MongoAccountStore(database),
    sessionStore: new MongoSessionStore(database),
    usageStore: new MongoUsageStore(database),
    auditTrail: new MongoAuditTrail(database),
  };
}
