import type { Readiness } from '../../src/application/report-health.ts';
import { addCustomers } from './customers.ts';
import { type ServiceProcess, spawnService } from './process.ts';
import { type MongoServer, ownMongo } from './servers/mongo-server.ts';
import { ownRedis, type RedisServer } from './servers/redis-server.ts';
import { onServer } from './servers/required-stores.ts';
import { startProxy, type TcpProxy } from './servers/tcp-proxy.ts';
import { type Answer, send } from './service.ts';
import { until } from './until.ts';

type Dependencies = Readiness['dependencies'];

/** Services with the same stores. Their plans are `ample`, of which nobody reaches the limit, and `small`, of 6 a minute. */
export class Fleet {
  readonly services: readonly ServiceProcess[];

  private constructor(services: readonly ServiceProcess[]) {
    this.services = services;
  }

  static async start(environment: Record<string, string>, count = 2): Promise<Fleet> {
    const all = { CONFIG_FILE: 'test/support/plans-for-faults.json', LOG_LEVEL: 'info', ...environment };
    return new Fleet(await Promise.all(Array.from({ length: count }, () => spawnService(all))));
  }

  get urls(): string[] {
    return this.services.map(({ url }) => url);
  }

  /** The answers of all services to a request for a password. */
  ask(key: string): Promise<Answer[]> {
    return Promise.all(this.urls.map((url) => send(url, { key, body: { length: 20 } })));
  }

  /** How long it takes until all say so of themselves. */
  untilAll(status: Readiness['status'], dependencies: Dependencies, withinMs: number): Promise<number> {
    const expected = JSON.stringify({ status, dependencies });
    const code = status === 'ready' || status === 'degraded' ? 200 : 503;
    return until(expected, withinMs, async () => {
      const answers = await Promise.all(this.urls.map((url) => send(url, { method: 'GET', path: '/health/ready' })));
      return answers.every((answer) => answer.status === code && answer.text === expected);
    });
  }

  /** Of each service, what it has logged since `from` under messages like this one. */
  logged(message: RegExp, from: readonly number[] = []): string[][] {
    return this.services.map((service, index) =>
      service
        .stdout()
        .slice(from[index] ?? 0)
        .split('\n')
        .filter((line) => message.test(/"message":"([^"]*)"/.exec(line)?.[1] ?? '')),
    );
  }

  /** How much each service has logged up to now. */
  logEnds(): number[] {
    return this.services.map((service) => service.stdout().length);
  }

  /** None has ended by itself meanwhile. */
  get isRunning(): boolean {
    return this.services.every(({ child }) => child.exitCode === null && child.signalCode === null);
  }

  async stop(): Promise<void> {
    await Promise.all(this.services.map((service) => service.end('SIGKILL')));
  }
}

export interface Place {
  readonly mongo: MongoServer;
  readonly redis: RedisServer;
  /** Between the services and their stores. */
  readonly toMongo: TcpProxy;
  readonly toRedis: TcpProxy;
  /** What tells a service of these stores. */
  readonly environment: { readonly MONGODB_URL: string; readonly REDIS_URL: string };
  /** The key of a subscriber. */
  readonly keyOf: (subscriberId: string) => string;
}

/**
 * Called in a `describe`: gives its tests stores of their own, with these subscribers and the plan of each, which are
 * still there after MongoDB is killed where they are to be `lasting`.
 */
export function onOwnStores(subscribers: Record<string, string>, { lasting = false } = {}): () => Place {
  const redis = onServer({ what: 'Redis', get: ownRedis });
  const mongo = onServer({ what: 'MongoDB', get: ownMongo });
  let place: Place;
  before('adds the subscribers', async () => {
    const keyOf = await addCustomers(mongo().url, subscribers);
    // A SIGKILL can cost the stand-in what it has acknowledged, but not from before it ended of itself.
    if (lasting) await mongo().restart();
    const [toMongo, toRedis] = await Promise.all([startProxy(mongo()), startProxy(redis())]);
    const environment = {
      MONGODB_URL: `mongodb://127.0.0.1:${toMongo.port}`,
      REDIS_URL: `redis://127.0.0.1:${toRedis.port}`,
    };
    place = { mongo: mongo(), redis: redis(), toMongo, toRedis, environment, keyOf };
  });
  after('stops the proxies', async () => {
    await Promise.all([place?.toMongo.stop(), place?.toRedis.stop()]);
  });
  return () => place;
}

/** Called in a `describe` after `onOwnStores`: gives its tests two services on them. */
export function onFleet(place: () => Place): () => Fleet {
  let fleet: Fleet;
  before('starts two services', async () => {
    fleet = await Fleet.start(place().environment);
  });
  after('ends the services', () => fleet?.stop());
  return () => fleet;
}
