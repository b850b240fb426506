import 'reflect-metadata';
import { Container } from 'inversify';
import type Koa from 'koa';
import { LRUCache } from 'lru-cache';
import { createApp } from '../adapters/http/app.ts';
import type { RequestState } from '../adapters/http/context.ts';
import type { Dashboard } from '../adapters/http/dashboard/dashboard.ts';
import { LoadGate } from '../adapters/http/load-gate.ts';
import { type ApiDocument, describeApi } from '../adapters/http/openapi/document.ts';
import { HttpServer } from '../adapters/http/server.ts';
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
import type { NoteEvents } from '../application/note-events.ts';
import { RecordUses } from '../application/record-uses.ts';
import { ReportHealth } from '../application/report-health.ts';
import { FailedAttempts } from '../domain/access/failed-attempts.ts';
import { KnownKeys } from '../domain/access/known-keys.ts';
import type { AccountStore, DataStores } from '../domain/account/ports.ts';
import type { UsageCounter } from '../domain/account/usage-counter.ts';
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
import { bindAccounts } from './accounts.ts';
import { ids } from './ids.ts';
import { loadMetrics } from './metrics.ts';
import { plansOf, type Settings } from './settings.ts';
import { loadStores } from './stores.ts';

/** What an instance remembers at most, least recently used first to go. */
const KNOWN_KEYS = 20_000;
const FAILING_ADDRESSES = 20_000;
/** From one address; past these it is blocked. */
const INVALID_KEYS_A_MINUTE = 30;

export type { Container };

/** Every part and what it is made of. Nothing is made, opened or started before it is asked for. */
export async function createContainer(
  settings: Settings,
  { readableLogs = false, logsOnStandardError = false } = {},
): Promise<Container> {
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
    .toResolvedValue(() =>
      createSystemLogger({ level: settings.logLevel, readable: readableLogs, onStandardError: logsOnStandardError }),
    );
  container.bind(ids.meter).toConstantValue(metrics.meter);
  if (metrics.createServer) container.bind(ids.metricsServer).toResolvedValue(metrics.createServer);
  container
    .bind(ids.dataStores)
    .toResolvedValue(
      (clock: Clock, logger: Logger, meter: Meter) => stores.openStores({ clock, logger, meter }),
      [ids.clock, ids.logger, ids.meter],
    );
  container.bind(ids.keyStore).toResolvedValue(({ keyStore }: DataStores) => keyStore, [ids.dataStores]);
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
      (generator: Generator, clock: Clock, meter: Meter, usage: UsageCounter) =>
        new IssuePasswords({ generator, evaluator: new StrengthEvaluator(), clock, meter, usage }),
      [ids.generator, ids.clock, ids.meter, ids.usageCounter],
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
      const failedAttempts = new FailedAttempts(clock, new LRUCache({ max: FAILING_ADDRESSES }), INVALID_KEYS_A_MINUTE);
      return new AuthenticateCaller({ keys, digester, knownKeys, failedAttempts, plans, uses, clock, logger, meter });
    },
    [ids.findKey, ids.digester, ids.knownKeys, ids.recordUses, ids.clock, ids.logger, ids.meter],
  );
  container
    .bind(ids.chargeQuota)
    .toResolvedValue(
      (limiter: RateLimiter, meter: Meter, usage: UsageCounter) => new ChargeQuota(limiter, meter, usage),
      [ids.rateLimiter, ids.meter, ids.usageCounter],
    );
  container
    .bind(ids.administerSubscribers)
    .toResolvedValue(
      (store: KeyStore, accounts: AccountStore, clock: Clock) =>
        new AdministerSubscribers({ store, accounts, plans, clock }),
      [ids.keyStore, ids.accountStore, ids.clock],
    );
  container
    .bind(ids.administerKeys)
    .toResolvedValue(
      (store: KeyStore, generator: Generator, digester: KeyDigester, clock: Clock, events: NoteEvents) =>
        new AdministerKeys({ store, generator, digester, clock, events }),
      [ids.keyStore, ids.generator, ids.digester, ids.clock, ids.noteEvents],
    );
  container
    .bind(ids.firstStart)
    .toResolvedValue(
      (store: EmbeddedKeyStore, accounts: AccountStore, keys: AdministerKeys, clock: Clock, events: NoteEvents) =>
        new FirstStart({ store, accounts, keys, clock, events }),
      [ids.embeddedKeyStore, ids.accountStore, ids.administerKeys, ids.clock, ids.noteEvents],
    );
  container
    .bind(ids.health)
    .toResolvedValue(
      (keys: KeyStore, quota: RateLimiter, knownKeys: KnownKeys, clock: Clock) =>
        new ReportHealth(keys, quota, knownKeys, clock),
      [ids.keyStore, ids.rateLimiter, ids.knownKeys, ids.clock],
    );

  bindAccounts(container);
  if (settings.dashboard === 'on')
    container.bind(ids.loadDashboard).toConstantValue(dashboardLoader(container, settings));

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
      const loadDashboard = container.isBound(ids.loadDashboard) ? container.get(ids.loadDashboard) : undefined;
      return createApp({ ...useCases, clock, logger, meter, apiDocument, ...settings, loadDashboard });
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

/** Its pages and their libraries are loaded when the first one is asked for: a start, and who only calls the API, spare them. */
function dashboardLoader(container: Container, settings: Settings): () => Promise<Dashboard> {
  let loading: Promise<Dashboard> | undefined;
  const load = async () => {
    const { bindDashboard } = await import('./dashboard.ts');
    if (!container.isBound(ids.dashboard)) bindDashboard(container, settings);
    return container.get(ids.dashboard);
  };
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined; // the next one who asks tries again
      throw error;
    });
    return loading;
  };
}
