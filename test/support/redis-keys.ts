import { once } from 'node:events';
import type { Cluster } from 'ioredis';
import { connectToRedis, type RedisClient } from '../../src/adapters/redis/redis-client.ts';
import { parseRedisUrl } from '../../src/adapters/redis/redis-url.ts';

/** Uses a client of its own, by the side of whatever is tested. */
export async function withRedis<T>(url: string, use: (client: RedisClient) => Promise<T>): Promise<T> {
  const client = connectToRedis(parseRedisUrl(url));
  try {
    await once(client, 'ready');
    return await use(client);
  } finally {
    client.disconnect();
  }
}

/** How many keys there are of this pattern, on all nodes together. */
export function countRedisKeys(url: string, pattern: string): Promise<number> {
  return withRedis(url, async (client) => {
    const nodes = client.isCluster ? (client as Cluster).nodes('master') : [client];
    const found = await Promise.all(nodes.map((node) => node.keys(pattern)));
    return found.flat().length;
  });
}
