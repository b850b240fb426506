import 'reflect-metadata';
import { Container, type ServiceIdentifier } from 'inversify';
import type Koa from 'koa';
import { LRUCache } from 'lru-cache';
import { createApp } from '../adapters/http/app.ts';
import type { RequestState } from '../adapters/http/context.ts';
import { LoadGate } from '../adapters/http/load-gate.ts';
import { type ApiDocument, describeApi } from '../adapters/http/openapi/document.ts';
import { HttpServer } from '../adapters/http/server.ts';
import type { MetricsServer } from '../adapters/metrics/metrics-server.ts';
import { createSystemLogger } from '../adapters/system/logger.ts';
import { Sha256Digester } from '../adapters/system/sha256-digester.ts';
import { SystemClock } from '../adapters/system/system-clock.ts';
import { SystemRandomness } from '../adapters/system/system-randomness.ts';
import { AdministerKeys } from '../application/administer-keys.ts';
import { AdministerSubscribers } from '../application/administer-subscribers.ts';
import { AuthenticateCaller } from '../application/authenticate-caller.ts';
import { ChargeQuota } from '../application/charge-quota.ts';
import { FindKey, FRESH_FOR_MS } from '../application/find-key.ts';
import { FirstStart } from '../application/first-start.ts';
import { IssuePasswords } from '../application/issue-passwords.ts';
import { RecordUses } from '../application/record-uses.ts';
import { ReportHealth } from '../application/report-health.ts';
import { FailedAttempts } from '../domain/access/failed-attempts.ts';
import { KnownKeys } from '../domain/access/known-keys.ts';
import { Generator } from '../domain/password/generator.ts';
import { StrengthEvaluator } from '../domain/password/strength-evaluator.ts';
import type {
  Clock,
  EmbeddedKeyStore,
  KeyDigester,
  KeyStore,
  Logger,
  Meter,
  RandomSource,
  RateLimiter,
} from '../domain/ports.ts';
import { loadMetrics } from './metrics.ts';
import { plansOf, type Settings } from './settings.ts';
import { loadStores } from './stores.ts';

/** What an instance remembers at most, least recently used first to go. */
const KNOWN_KEYS = 20_000;
const FAILING_ADDRESSES = 20_000;

export type { Container };

const id = <T>(name: string) => Symbol(name) as ServiceIdentifier<T>;

/** The name of each part, for whoever asks the container for it or binds another in its place. */
export const ids = {
  // adapters of the domain's ports
  clock: id<Clock>('Clock'),
  random: id<RandomSource>('RandomSource'),
  digester: id<KeyDigester>('KeyDigester'),
  logger: id<Logger>('Logger'),
  meter: id<Meter>('Meter'),
  keyStore: id<KeyStore>('KeyStore'),
  /** The same, where it belongs to this service alone; else not bound. */
  embeddedKeyStore: id<EmbeddedKeyStore>('EmbeddedKeyStore'),
  rateLimiter: id<RateLimiter>('RateLimiter'),
  // what an instance remembers, and use cases
  knownKeys: id<KnownKeys>('KnownKeys'),
  findKey: id<FindKey>('FindKey'),
  generator: id<Generator>('Generator'),
  issuePasswords: id<IssuePasswords>('IssuePasswords'),
  authenticateCaller: id<AuthenticateCaller>('AuthenticateCaller'),
  chargeQuota: id<ChargeQuota>('ChargeQuota'),
  recordUses: id<RecordUses>('RecordUses'),
  administerSubscribers: id<AdministerSubscribers>('AdministerSubscribers'),
  administerKeys: id<AdministerKeys>('AdministerKeys'),
  firstStart: id<FirstStart>('FirstStart'),
  health: id<ReportHealth>('ReportHealth'),
  // HTTP
  /** The API's own description. */
  apiDocument: id<ApiDocument>('ApiDocument'),
  app: id<Koa<RequestState>>('App'),
  loadGate: id<LoadGate>('LoadGate'),
  server: id<HttpServer>('HttpServer'),
  /** Bound only where metrics are asked for. */
  metricsServer: id<MetricsServer>('MetricsServer'),
};

/** Every part and what it is made of. Nothing is made, opened or started before it is asked for. */
export async function createContainer(settings: Settings, { readableLogs = false } = {}): Promise<Container> {
  const container = new Container({ defaultScope: 'Singleton' });
  const plans = plansOf(settings);
  const stores = await loadStores(settings);
  const metrics = await loadMetrics(settings);
  const isEmbedded = settings.mongodbUrl === null;

  container.bind(ids.clock).toResolvedValue(() => new SystemClock());
  container.bind(ids.random).toResolvedValue(() => new SystemRandomness());
  container.bind(ids.digester).toResolvedValue(() => new Sha256Digester());
  container
    .bind(ids.logger)
    .toResolvedValue(() => createSystemLogger({ level: settings.logLevel, readable: readableLogs }));
  container.bind(ids.meter).toConstantValue(metrics.meter);
  if (metrics.createServer) container.bind(ids.metricsServer).toResolvedValue(metrics.createServer);
  container
    .bind(ids.keyStore)
    .toResolvedValue(
      (clock: Clock, logger: Logger, meter: Meter) => stores.createKeyStore({ clock, logger, meter }),
      [ids.clock, ids.logger, ids.meter],
    );
  container
    .bind(ids.rateLimiter)
    .toResolvedValue(
      (clock: Clock, logger: Logger, meter: Meter) => stores.createRateLimiter({ clock, logger, meter }),
      [ids.clock, ids.logger, ids.meter],
    );
  if (isEmbedded) {
    const asEmbedded = (store: KeyStore) => store as EmbeddedKeyStore;
    container.bind(ids.embeddedKeyStore).toResolvedValue(asEmbedded, [ids.keyStore]);
  }

  container
    .bind(ids.knownKeys)
    .toResolvedValue((clock: Clock) => new KnownKeys(clock, new LRUCache({ max: KNOWN_KEYS })), [ids.clock]);
  container
    .bind(ids.findKey)
    .toResolvedValue(
      (store: KeyStore, knownKeys: KnownKeys, clock: Clock) =>
        new FindKey({ store, knownKeys, clock, freshForMs: FRESH_FOR_MS[isEmbedded ? 'embedded' : 'shared'] }),
      [ids.keyStore, ids.knownKeys, ids.clock],
    );
  container.bind(ids.generator).toResolvedValue((random: RandomSource) => new Generator(random), [ids.random]);
  container
    .bind(ids.issuePasswords)
    .toResolvedValue(
      (generator: Generator, clock: Clock, meter: Meter) =>
        new IssuePasswords(generator, new StrengthEvaluator(), clock, meter),
      [ids.generator, ids.clock, ids.meter],
    );
  container
    .bind(ids.recordUses)
    .toResolvedValue(
      (store: KeyStore, clock: Clock, logger: Logger) => new RecordUses(store, clock, logger),
      [ids.keyStore, ids.clock, ids.logger],
    );
  container.bind(ids.authenticateCaller).toResolvedValue(
    (
      keys: FindKey,
      digester: KeyDigester,
      knownKeys: KnownKeys,
      uses: RecordUses,
      clock: Clock,
      logger: Logger,
      meter: Meter,
    ) => {
      const failedAttempts = new FailedAttempts(clock, new LRUCache({ max: FAILING_ADDRESSES }));
      return new AuthenticateCaller({ keys, digester, knownKeys, failedAttempts, plans, uses, clock, logger, meter });
    },
    [ids.findKey, ids.digester, ids.knownKeys, ids.recordUses, ids.clock, ids.logger, ids.meter],
  );
  container
    .bind(ids.chargeQuota)
    .toResolvedValue(
      (limiter: RateLimiter, meter: Meter) => new ChargeQuota(limiter, meter),
      [ids.rateLimiter, ids.meter],
    );
  container
    .bind(ids.administerSubscribers)
    .toResolvedValue(
      (store: KeyStore, clock: Clock) => new AdministerSubscribers(store, plans, clock),
      [ids.keyStore, ids.clock],
    );
  container
    .bind(ids.administerKeys)
    .toResolvedValue(
      (store: KeyStore, generator: Generator, digester: KeyDigester, clock: Clock) =>
        new AdministerKeys(store, generator, digester, clock),
      [ids.keyStore, ids.generator, ids.digester, ids.clock],
    );
  container
    .bind(ids.firstStart)
    .toResolvedValue(
      (store: EmbeddedKeyStore, keys: AdministerKeys, clock: Clock) => new FirstStart(store, keys, clock),
      [ids.embeddedKeyStore, ids.administerKeys, ids.clock],
    );
  container
    .bind(ids.health)
    .toResolvedValue(
      (keys: KeyStore, quota: RateLimiter, knownKeys: KnownKeys, clock: Clock) =>
        new ReportHealth(keys, quota, knownKeys, clock),
      [ids.keyStore, ids.rateLimiter, ids.knownKeys, ids.clock],
    );

  container.bind(ids.apiDocument).toResolvedValue(() => describeApi({ maxCount: settings.bulkMaxCount }));
  container.bind(ids.app).toResolvedValue(
    (
      authenticateCaller: AuthenticateCaller,
      chargeQuota: ChargeQuota,
      issuePasswords: IssuePasswords,
      health: ReportHealth,
      clock: Clock,
      logger: Logger,
      meter: Meter,
      apiDocument: ApiDocument,
    ) => {
      const useCases = { authenticateCaller, chargeQuota, issuePasswords, health };
      return createApp({ ...useCases, clock, logger, meter, apiDocument, ...settings });
    },
    [
      ids.authenticateCaller,
      ids.chargeQuota,
      ids.issuePasswords,
      ids.health,
      ids.clock,
      ids.logger,
      ids.meter,
      ids.apiDocument,
    ],
  );
  container.bind(ids.loadGate).toResolvedValue((logger: Logger) => new LoadGate({ logger }), [ids.logger]);
  container
    .bind(ids.server)
    .toResolvedValue(
      (app: Koa<RequestState>, health: ReportHealth, loadGate: LoadGate, meter: Meter) =>
        new HttpServer({ app, health, loadGate, meter }, settings),
      [ids.app, ids.health, ids.loadGate, ids.meter],
    );
  return container;
}
