import { LRUCache } from 'lru-cache';
import { MemoryRateLimiter } from '../adapters/memory/memory-rate-limiter.ts';
import type { DataStores } from '../domain/account/ports.ts';
import type { Clock, Logger, Meter, RateLimiter } from '../domain/ports.ts';
import { FallbackRateLimiter } from '../domain/quota/fallback-rate-limiter.ts';
import type { Settings } from './settings.ts';

/** Of so many it is remembered what the shared count last said, least recently active first to go. */
const SUBSCRIBERS = 20_000;

interface Parts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly meter: Meter;
}

export interface Stores {
  readonly openStores: (parts: Parts) => DataStores;
  /** The count that is asked first: this process's own where `redisUrl` is unset. */
  readonly createRateLimiter: (parts: Parts) => RateLimiter;
}

/** The adapters that the settings name. Drivers are loaded here and only where they are used: they take most of a start. */
export async function loadStores({
  mongodbUrl,
  redisUrl,
  dataDir,
  rateLimitWindow: window,
}: Settings): Promise<Stores> {
  return { openStores: await loadOpenStores(), createRateLimiter: await loadRateLimiter() };

  async function loadOpenStores(): Promise<Stores['openStores']> {
    if (mongodbUrl === null) {
      const { openLmdbStores } = await import('../adapters/lmdb/lmdb-stores.ts');
      return ({ clock }) => openLmdbStores({ dataDir, clock });
    }
    const { openMongoStores } = await import('../adapters/mongodb/mongo-stores.ts');
    return (parts) => openMongoStores({ url: mongodbUrl, ...parts });
  }

  async function loadRateLimiter(): Promise<Stores['createRateLimiter']> {
    if (redisUrl === null) return ({ clock }) => new MemoryRateLimiter({ window, clock });
    const { RedisRateLimiter } = await import('../adapters/redis/redis-rate-limiter.ts');
    return ({ clock, ...observers }) =>
      new FallbackRateLimiter({
        shared: new RedisRateLimiter({ url: redisUrl, window, ...observers }),
        own: new MemoryRateLimiter({ window, clock }),
        lastWords: new LRUCache({ max: SUBSCRIBERS }),
        clock,
      });
  }
}
