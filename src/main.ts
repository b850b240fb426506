import { type Container, createContainer, ids } from './composition/container.ts';
import { loadSettings, type Settings } from './composition/settings.ts';
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

async function openForCallers(container: Container, { dataDir }: Settings): Promise<void> {
  if (!(await container.get(ids.keyStore).claim())) {
    const message = `Another service is running on DATA_DIR ${dataDir}: stop it, or set DATA_DIR to another directory.`;
    throw new ServiceError('DATA_DIR_UNUSABLE', message);
  }
  const url = await container.get(ids.server).listen();
  const firstKey = await container.get(ids.firstStart).run();
  if (firstKey) console.log(welcome(url, firstKey));
  container.get(ids.health).phase = 'serving';
  container.get(ids.logger).info('listening', { url });
  setInterval(() => void container.get(ids.recordUses).flush(), FLUSH_INTERVAL_MS).unref();
}

async function drain(container: Container): Promise<void> {
  const logger = container.get(ids.logger);
  logger.info('draining');
  await container.get(ids.server).drain();
  await container.get(ids.recordUses).flush();
  await Promise.all([container.get(ids.keyStore).close(), container.get(ids.rateLimiter).close()]);
  logger.info('stopped');
  process.exit(0);
}

function welcome(url: string, key: string): string {
  return `
The subscriber "local" was made, with this API key. It is shown once and kept nowhere:

  ${key}

Ask for a password:

  curl -s ${url}/api/passwords -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"length": 20}'
`;
}
