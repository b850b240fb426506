import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisPlace } from './redis-url.ts';

export type RedisClient = Redis | Cluster;

const RECONNECT_AFTER_MS = { least: 50, most: 1000 };

/**
 * A client that fails fast: what can't be sent now is refused and never kept for later, nothing is sent twice, and a
 * connection that gives no answer is given up. It reconnects by itself for as long as it is not closed.
 */
export function connectToRedis(place: RedisPlace): RedisClient {
  const { kind, nodes, db, masterName, sentinelPassword, tls, username, password } = place;
  const options = {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls ? { tls: {} } : {}),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: 1000,
    socketTimeout: 1500,
    retryStrategy,
    // After a fail-over the old master takes no writes any more: the name or the sentinels lead to the new one.
    reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
  } satisfies RedisOptions;
  if (kind === 'cluster') {
    return new Cluster([...nodes], {
      redisOptions: options,
      enableOfflineQueue: false,
      clusterRetryStrategy: retryStrategy,
      slotsRefreshTimeout: 1000,
      // Addresses that a TLS certificate names are the hosts' own, not what they resolve to.
      ...(tls ? { dnsLookup: (address, callback) => callback(null, address) } : {}),
    });
  }
  if (kind === 'single') return new Redis({ ...options, ...nodes[0], db });
  return new Redis({
    ...options,
    db,
    sentinels: [...nodes],
    name: masterName as string,
    ...(sentinelPassword === undefined ? {} : { sentinelPassword }),
    ...(tls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
    sentinelRetryStrategy: retryStrategy,
  });
}

/**
 * What is sent to a server in one turn of the event loop goes out in one write, at its end: a write by itself costs more
 * than all else that is done for a command. To be called before a command; in a cluster each goes out by itself.
 */
export function gatherWrites(client: RedisClient): void {
  if (client.isCluster) return;
  const { stream } = client as Redis;
  if (!stream || stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

function retryStrategy(attempt: number): number {
  return Math.min(attempt * RECONNECT_AFTER_MS.least, RECONNECT_AFTER_MS.most);
}
