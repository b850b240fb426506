import { runCli } from '../support/process.ts';
import { ownMongo } from '../support/servers/mongo-server.ts';
import { ownRedis } from '../support/servers/redis-server.ts';
import { startProxy } from '../support/servers/tcp-proxy.ts';
import { countMongoCommands, countRedisCommands, type WireCounts } from '../support/servers/wire-counts.ts';
import { type Contender, startSharedService, writeSettings } from './servers.ts';

export interface SharedStores {
  readonly redisUrl: string;
  /** A service on the stores themselves. */
  startService(core: number | undefined): Promise<Contender>;
  /** A service behind proxies that count its commands, and the keys of so many subscribers. */
  startWatchedService(
    callers: number,
  ): Promise<{ service: Contender; keys: string[]; redis: WireCounts; mongo: WireCounts }>;
  stop(): Promise<void>;
}

/** A Redis and a MongoDB of the benchmark's own. */
export async function startSharedStores(directory: string): Promise<SharedStores> {
  const [redis, mongo] = [await ownRedis(), await ownMongo()];
  if (!redis || !mongo) throw new Error('The benchmark needs a redis-server, and a mongod or Java with Maven.');
  const settings = await writeSettings(directory);
  const urls = { MONGODB_URL: `${mongo.url}/benchmark`, REDIS_URL: redis.url };
  const stops: (() => Promise<void>)[] = [() => redis.stop(), () => mongo.stop()];

  const createKey = async (subscriber: string): Promise<string> => {
    const environment = { ...settings, ...urls };
    await runCli(['subscribers', 'add', subscriber, '--plan', 'annual'], environment);
    const { code, stdout, stderr } = await runCli(['keys', 'create', '--subscriber', subscriber], environment);
    if (code !== 0) throw new Error(stderr);
    return stdout.trim();
  };

  return {
    redisUrl: redis.url,
    async startService(core) {
      return startSharedService({ ...settings, ...urls }, core, await createKey('one'));
    },
    async startWatchedService(callers) {
      const keys: string[] = [];
      for (let caller = 0; caller < callers; caller += 1) keys.push(await createKey(`caller-${caller}`));
      const [toRedis, toMongo] = [await startProxy(redis), await startProxy(mongo)];
      const counts = { redis: countRedisCommands(toRedis), mongo: countMongoCommands(toMongo) };
      const watched = {
        MONGODB_URL: `mongodb://127.0.0.1:${toMongo.port}/benchmark`,
        REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
      };
      const service = await startSharedService({ ...settings, ...watched }, undefined, keys[0] ?? '');
      stops.unshift(
        () => service.end(),
        () => toRedis.stop(),
        () => toMongo.stop(),
      );
      return { service, keys, ...counts };
    },
    async stop() {
      for (const stop of stops) await stop();
    },
  };
}
