import { setTimeout as pause } from 'node:timers/promises';
import { type Container, createContainer, ids } from './composition/container.ts';
import { loadSettings, type Settings } from './composition/settings.ts';
import { ServiceError } from './domain/errors.ts';
import type { EmbeddedKeyStore } from './domain/ports.ts';

const FLUSH_INTERVAL_MS = 1000;
const RENEW_INTERVAL_MS = 500;
/** From the signal on; 15 seconds are promised. */
const END_WITHIN_MS = 14_500;

try {
  await serve();
} catch (error) {
  // What an operator can mend is told in its own words; for all else the stack is what helps.
  console.error(error instanceof ServiceError ? error.message : error);
  process.exit(1);
}

/** Settings → container → server → drain. */
async function serve(): Promise<void> {
  const settings = loadSettings(process.env);
  const container = await createContainer(settings, { readableLogs: process.stdout.isTTY });
  const start = openForCallers(container, settings);
  const end = () => void start.then(() => drain(container));
  // Once: whatever more comes, such as the second signal that Ctrl-C under npm delivers, changes nothing.
  let isEnding = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!isEnding) end();
      isEnding = true;
    });
  }
  await start;
}

async function openForCallers(container: Container, settings: Settings): Promise<void> {
  const isEmbedded = container.isBound(ids.embeddedKeyStore);
  if (isEmbedded) await claimStore(container.get(ids.embeddedKeyStore), settings);
  // A store that can't be reached holds nobody up, but one that can is asked from the first request on.
  await container.get(ids.health).readiness();
  const url = await container.get(ids.server).listen();
  const firstKey = isEmbedded && (await container.get(ids.firstStart).run());
  if (firstKey) console.log(welcome(url, firstKey));
  container.get(ids.health).phase = 'serving';
  container.get(ids.logger).info('listening', { url });
  setInterval(() => void container.get(ids.recordUses).flush(), FLUSH_INTERVAL_MS).unref();
  setInterval(() => void container.get(ids.findKey).renew(), RENEW_INTERVAL_MS).unref();
}

async function claimStore(store: EmbeddedKeyStore, { dataDir }: Settings): Promise<void> {
  if (await store.claim()) return;
  const message = `Another service is running on DATA_DIR ${dataDir}: stop it, or set DATA_DIR to another directory.`;
  throw new ServiceError('DATA_DIR_UNUSABLE', message);
}

async function drain(container: Container): Promise<void> {
  const logger = container.get(ids.logger);
  const overdue = pause(END_WITHIN_MS);
  logger.info('draining');
  await container.get(ids.server).drain();
  // A store that hangs is not waited for.
  await Promise.race([closeStores(container), overdue]);
  logger.info('stopped');
  process.exit(0);
}

async function closeStores(container: Container): Promise<void> {
  await container.get(ids.recordUses).flush();
  await Promise.all([container.get(ids.keyStore).close(), container.get(ids.rateLimiter).close()]);
}

function welcome(url: string, key: string): string {
  return `
The subscriber "local" was made, with this API key. It is shown once and kept nowhere:

  ${key}

Ask for a password:

  curl -s ${url}/api/passwords -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"length": 20}'
`;
}
