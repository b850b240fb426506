import { ownMongo } from './servers/mongo-server.ts';
import { ownRedis } from './servers/redis-server.ts';
import { onServer } from './servers/required-stores.ts';
import { startProxy, type TcpProxy } from './servers/tcp-proxy.ts';
import { countMongoCommands, countRedisCommands, type WireCounts } from './servers/wire-counts.ts';
import { type Administrator, administratorOf } from './shared-stores.ts';

interface Meter {
  readonly counts: WireCounts;
  /** All that has gone to the server. */
  bytes(): Buffer;
}

/** Shared stores of which it is seen what instances send to them; whoever administers is not metered. */
export interface MeteredStores extends Administrator {
  readonly environment: { readonly MONGODB_URL: string; readonly REDIS_URL: string };
  readonly mongo: Meter;
  readonly redis: Meter;
}

/** To be called in a describe: servers of its own, for its tests alone. */
export function onMeteredStores(): () => MeteredStores {
  const mongoServer = onServer({ what: 'MongoDB', get: ownMongo });
  const redisServer = onServer({ what: 'Redis', get: ownRedis });
  const proxies: TcpProxy[] = [];
  let stores: MeteredStores;
  before(async () => {
    const [mongo, redis] = [await startProxy(mongoServer()), await startProxy(redisServer())];
    proxies.push(mongo, redis);
    stores = {
      ...(await administratorOf(`${mongoServer().url}/passwords`)),
      environment: {
        MONGODB_URL: `mongodb://127.0.0.1:${mongo.port}/passwords`,
        REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      },
      mongo: meter(mongo, countMongoCommands),
      redis: meter(redis, countRedisCommands),
    };
  });
  after(async () => {
    await stores?.leave();
    for (const proxy of proxies) await proxy.stop();
  });
  return () => stores;
}

function meter(proxy: TcpProxy, count: (proxy: TcpProxy) => WireCounts): Meter {
  const counts = count(proxy);
  const counting = proxy.onRequest;
  const chunks: Buffer[] = [];
  proxy.onRequest = (chunk, connection) => {
    chunks.push(chunk);
    counting?.(chunk, connection);
  };
  return { counts, bytes: () => Buffer.concat(chunks) };
}
