import cluster from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { WorkerPool } from './adapters/cluster/worker-pool.ts';
import { FIRST_SUBSCRIBER } from './application/first-start.ts';
import { type Container, createContainer } from './composition/container.ts';
import { ids } from './composition/ids.ts';
import { invitationUrl, loadSettings, publicUrlOf, type Settings, workersOf } from './composition/settings.ts';
import { ServiceError } from './domain/errors.ts';

const FLUSH_INTERVAL_MS = 1000;
const RENEW_INTERVAL_MS = 1000;
const USAGE_INTERVAL_MS = 10_000;
const FORGET_INTERVAL_MS = 3_600_000;
/** From the signal on; 15 seconds are promised. */
const END_WITHIN_MS = 14_500;

type End = () => Promise<void>;

try {
  const settings = loadSettings(process.env);
  const container = await createContainer(settings, { readableLogs: process.stdout.isTTY });
  const hasWorkers = workersOf(settings) > 1;
  await untilSignal(hasWorkers && cluster.isPrimary ? supervise(container, settings) : serve(container, settings));
} catch (error) {
  // What an operator can mend is told in its own words; for all else the stack is what helps.
  console.error(error instanceof ServiceError ? error.message : error);
  process.exit(1);
}

/** Starts, and ends in order at the first signal; whatever more come, such as Ctrl-C's second under npm, change nothing. */
async function untilSignal(start: Promise<End>): Promise<void> {
  let isEnding = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isEnding) return;
      isEnding = true;
      void start.then((end) => end()).then(() => process.exit(0));
    });
  }
  await start;
}

/** The whole service in this process, or the part of it that each worker is. */
async function serve(container: Container, settings: Settings): Promise<End> {
  const logger = container.get(ids.logger);
  if (cluster.isPrimary) await claimStore(container, settings);
  // A store that can't be reached holds nobody up, but one that can is asked from the first request on.
  await container.get(ids.health).readiness();
  const url = await container.get(ids.server).listen();
  if (cluster.isPrimary) await openForOperator(container, settings, url);
  container.get(ids.health).phase = 'serving';
  logger.info('listening', { url, pid: process.pid });
  if (settings.trustedProxies === 0 && !/^(127\.|::1$|localhost$)/i.test(settings.host)) {
    logger.warn('other machines can reach HOST: put a proxy with TLS in front, and set TRUSTED_PROXIES', {
      host: settings.host,
    });
  }
  setInterval(() => void container.get(ids.recordUses).flush(), FLUSH_INTERVAL_MS).unref();
  setInterval(() => void container.get(ids.findKey).renew(), RENEW_INTERVAL_MS).unref();
  setInterval(() => void container.get(ids.recordUsage).flush(), USAGE_INTERVAL_MS).unref();
  const forget = () => void container.get(ids.forgetOldRecords).forget();
  setTimeout(forget, USAGE_INTERVAL_MS).unref();
  setInterval(forget, FORGET_INTERVAL_MS).unref();

  return async function drain() {
    const overdue = pause(END_WITHIN_MS);
    logger.info('draining');
    await container.get(ids.server).drain();
    // A store that hangs is not waited for.
    await Promise.race([closeStores(container), overdue]);
    logger.info('stopped');
  };
}

/** Workers serve, and this process keeps them. */
async function supervise(container: Container, settings: Settings): Promise<End> {
  await claimStore(container, settings);
  const workers = new WorkerPool(workersOf(settings), container.get(ids.logger));
  await openForOperator(container, settings, await workers.start());
  return async function drain() {
    await workers.drain();
    if (container.isBound(ids.embeddedKeyStore)) await container.get(ids.embeddedKeyStore).close();
  };
}

async function claimStore(container: Container, { dataDir }: Settings): Promise<void> {
  if (!container.isBound(ids.embeddedKeyStore) || (await container.get(ids.embeddedKeyStore).claim())) return;
  const message = `Another service is running on DATA_DIR ${dataDir}: stop it, or set DATA_DIR to another directory.`;
  throw new ServiceError('DATA_DIR_UNUSABLE', message);
}

/** What is there once for all workers: the metrics, and what a first start gives away. */
async function openForOperator(container: Container, settings: Settings, url: string): Promise<void> {
  if (container.isBound(ids.metricsServer)) {
    const metrics = await container.get(ids.metricsServer).listen();
    container.get(ids.logger).info('metrics', { url: metrics });
  }
  const key = container.isBound(ids.embeddedKeyStore) && (await container.get(ids.firstStart).run());
  if (!key) return;
  console.log(welcomeToApi(url, key)); // before anything else can fail: it is kept nowhere
  if (settings.dashboard === 'off') return;
  const { token, email } = await container.get(ids.inviteCustomer).invite(FIRST_SUBSCRIBER);
  const place = settings.publicUrl === null ? url : publicUrlOf(settings);
  console.log(welcomeToDashboard(invitationUrl(place, token), email));
}

async function closeStores(container: Container): Promise<void> {
  await Promise.all([container.get(ids.recordUses).flush(), container.get(ids.recordUsage).flush()]);
  await Promise.all([container.get(ids.keyStore).close(), container.get(ids.rateLimiter).close()]);
}

function welcomeToApi(url: string, key: string): string {
  return `
The subscriber "local" was made, with this API key. It is shown once and kept nowhere:

  ${key}

Ask for a password:

  curl -s ${url}/api/passwords -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"length": 20}'
`;
}

function welcomeToDashboard(link: string, email: string): string {
  return `Or open the dashboard, where keys are made and looked after. This link works once, for a day; later sign in as ${email}:

  ${link}
`;
}
