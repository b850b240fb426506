import { randomUUID } from 'node:crypto';
import { createContainer } from '../../src/composition/container.ts';
import { ids } from '../../src/composition/ids.ts';
import { loadSettings, type Settings } from '../../src/composition/settings.ts';
import { dropDatabase } from './drop-database.ts';
import { onServer } from './servers/required-stores.ts';
import { sharedMongodb, sharedRedis } from './servers/shared.ts';
import { silentLogger } from './silent-logger.ts';

export interface Customer {
  /** Unique, so that its counts in Redis are nobody else's. */
  readonly id: string;
  readonly keyId: string;
  readonly key: string;
}

/** Whoever makes subscribers and keys in a database. */
export interface Administrator {
  /** Adds a subscriber with one key. */
  addCustomer(plan: string): Promise<Customer>;
  /** Adds one more key for a subscriber. */
  addKey(subscriberId: string): Promise<Customer>;
  leave(): Promise<void>;
}

/** Where several instances keep what they share: a new database, and the Redis of this run. */
export interface SharedStores extends Administrator {
  readonly mongodbUrl: string;
  readonly redisUrl: string;
  /** The same, for a process. */
  readonly environment: { readonly MONGODB_URL: string; readonly REDIS_URL: string };
}

/** To be called in a describe: stores for its tests, and a database that is gone after them. Plans may be added. */
export function onSharedStores(plans: Settings['plans'] = {}): () => SharedStores {
  const mongo = onServer(sharedMongodb);
  const redis = onServer(sharedRedis);
  let stores: SharedStores;
  before(async () => {
    const [mongodbUrl, redisUrl] = [inNewDatabase(mongo()), redis()];
    const environment = { MONGODB_URL: mongodbUrl, REDIS_URL: redisUrl };
    stores = { mongodbUrl, redisUrl, environment, ...(await administratorOf(mongodbUrl, plans)) };
  });
  after(async () => {
    if (!stores) return;
    await stores.leave();
    await dropDatabase(stores.mongodbUrl);
  });
  return () => stores;
}

export async function administratorOf(mongodbUrl: string, plans: Settings['plans'] = {}): Promise<Administrator> {
  const settings = loadSettings({});
  const container = await createContainer({ ...settings, plans: { ...settings.plans, ...plans }, mongodbUrl });
  container.rebind(ids.logger).toConstantValue(silentLogger);
  const addKey = async (subscriberId: string) => {
    const wish = { subscriberId, name: null, expiresInMs: null };
    const { key, text } = await container.get(ids.administerKeys).create(wish);
    return { id: subscriberId, keyId: key.id, key: text };
  };
  return {
    addKey,
    async addCustomer(plan) {
      const id = newSubscriberId();
      await container.get(ids.administerSubscribers).add({ id, plan, name: null });
      return addKey(id);
    },
    leave: () => container.get(ids.keyStore).close(),
  };
}

/** An id that no subscriber had before: Redis may remember those of another run. */
export function newSubscriberId(): string {
  return `acme-${randomUUID().slice(0, 18)}`;
}

/** The URL of a server with the name of a database that is not there yet. */
export function inNewDatabase(server: string): string {
  return server.replace(/^(\w[\w+]*:\/\/[^/?]+)[^?]*/, `$1/passwords-${randomUUID()}`);
}
