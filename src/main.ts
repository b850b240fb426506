import { createContainer, ids } from './composition/container.ts';
import { loadSettings } from './composition/settings.ts';
import { ServiceError } from './domain/errors.ts';

const FLUSH_INTERVAL_MS = 1000;

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
  const container = createContainer(settings, { readableLogs: process.stdout.isTTY });
  const logger = container.get(ids.logger);
  const store = container.get(ids.keyStore);
  const limiter = container.get(ids.rateLimiter);
  const uses = container.get(ids.recordUses);
  const server = container.get(ids.server);
  const health = container.get(ids.health);

  if (!(await store.claim())) {
    throw new ServiceError(
      'DATA_DIR_UNUSABLE',
      `Another service is running on DATA_DIR ${settings.dataDir}: stop it, or set DATA_DIR to another directory.`,
    );
  }
  const url = await server.listen();
  const firstKey = await container.get(ids.firstStart).run();
  health.phase = 'serving';
  logger.info('listening', { url });
  if (firstKey) console.log(welcome(url, firstKey));

  const flushing = setInterval(() => void uses.flush(), FLUSH_INTERVAL_MS);
  const drain = async () => {
    if (health.phase === 'draining') return; // Ctrl-C under npm delivers two signals
    logger.info('draining');
    await server.drain();
    clearInterval(flushing);
    await uses.flush();
    await Promise.all([store.close(), limiter.close()]);
    logger.info('stopped');
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void drain());
}

function welcome(url: string, key: string): string {
  return `
The subscriber "local" was made, with this API key. It is shown once and kept nowhere:

  ${key}

Ask for a password:

  curl -s ${url}/api/passwords -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"length": 20}'
`;
}
