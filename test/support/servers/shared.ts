import { sharedMongodbUrl } from './mongo-server.ts';
import { sharedRedisClusterUrl, sharedRedisUrl } from './redis-server.ts';
import type { Needs } from './required-stores.ts';

// What the suites of a run share. It may be somebody's own, so each suite keeps to keys and databases with a name of its own.
export const sharedRedis: Needs<string> = { what: 'Redis', get: sharedRedisUrl };
export const sharedRedisCluster: Needs<string> = { what: 'Redis Cluster', get: sharedRedisClusterUrl };
export const sharedMongodb: Needs<string> = { what: 'MongoDB', get: sharedMongodbUrl };
