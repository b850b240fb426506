import { silentMeter } from '../../src/adapters/metrics/silent-meter.ts';
import { openMongoStores } from '../../src/adapters/mongodb/mongo-stores.ts';
import { SystemClock } from '../../src/adapters/system/system-clock.ts';
import { SystemRandomness } from '../../src/adapters/system/system-randomness.ts';
import type { AdministerKeys } from '../../src/application/administer-keys.ts';
import { createKeyText } from '../../src/domain/access/key-text.ts';
import { Generator } from '../../src/domain/password/generator.ts';
import type { KeyStore } from '../../src/domain/ports.ts';
import { subscriberOf } from './builders.ts';
import { administrationOf } from './key-administration.ts';
import { silentLogger } from './silent-logger.ts';

/** What an operator does with keys in a MongoDB, without the second that a command takes. */
export async function withKeys<T>(mongodbUrl: string, use: (keys: AdministerKeys) => Promise<T>): Promise<T> {
  return onStore(mongodbUrl, (_, keys) => use(keys));
}

/** Adds a subscriber of each name, on the plan that stands behind it, and gives a key of each by that name. */
export function addCustomers(mongodbUrl: string, plans: Record<string, string>): Promise<(name: string) => string> {
  return onStore(mongodbUrl, async (store, keys) => {
    const made = new Map<string, string>();
    for (const [id, plan] of Object.entries(plans)) {
      await store.addSubscriber(subscriberOf({ id, plan }));
      made.set(id, (await keys.create({ subscriberId: id, name: null, expiresInMs: null })).text);
    }
    return (name) => {
      const key = made.get(name);
      if (key === undefined) throw new Error(`There is no subscriber ${name}.`);
      return key;
    };
  });
}

async function onStore<T>(url: string, use: (store: KeyStore, keys: AdministerKeys) => Promise<T>): Promise<T> {
  const clock = new SystemClock();
  const stores = openMongoStores({ url, clock, logger: silentLogger, meter: silentMeter });
  try {
    return await use(stores.keyStore, administrationOf(stores, clock));
  } finally {
    await stores.keyStore.close();
  }
}

/** A key that is well-formed, and nobody's. */
export function strangeKey(): string {
  return createKeyText(new Generator(new SystemRandomness()));
}
