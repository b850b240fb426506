import { createSystemLogger } from '../../src/adapters/system/logger.ts';
import { type Container, createContainer } from '../../src/composition/container.ts';
import { ids } from '../../src/composition/ids.ts';
import { loadSettings, type Settings } from '../../src/composition/settings.ts';
import { captureLines } from './captured-lines.ts';

/** As main.ts has them. */
const FLUSH_INTERVAL_MS = 1000;
const RENEW_INTERVAL_MS = 500;

export interface Instance {
  readonly url: string;
  readonly container: Container;
  /** What was logged as a warning or worse, a line each. */
  readonly warnings: readonly string[];
}

export interface InstanceOptions {
  readonly settings: Partial<Settings>;
  /** Binds something else in the place of a part, before anything is made. */
  readonly rebind?: (container: Container) => unknown;
}

/** Runs instances in this process while `use` does, wired and driven as main.ts does it, each on a socket of its own. */
export async function withInstances<T>(
  options: readonly InstanceOptions[],
  use: (instances: readonly Instance[]) => Promise<T>,
): Promise<T> {
  const running: { instance: Instance; stop: () => Promise<void> }[] = [];
  try {
    for (const option of options) running.push(await start(option));
    return await use(running.map(({ instance }) => instance));
  } finally {
    for (const { stop } of running) await stop();
  }
}

/** For `rebind`: whatever limiter the container makes, in windows of so many seconds. */
export function inWindowsOf(windowSeconds: number) {
  return (container: Container) => {
    const limiter = container.get(ids.rateLimiter);
    container.rebind(ids.rateLimiter).toConstantValue({
      consume: (subscriberId, quota) => limiter.consume(subscriberId, { ...quota, windowSeconds }),
      look: (subscriberId, quota) => limiter.look(subscriberId, { ...quota, windowSeconds }),
      isUp: () => limiter.isUp(),
      close: () => limiter.close(),
    });
  };
}

async function start({ settings, rebind }: InstanceOptions) {
  const all: Settings = { ...loadSettings({}), port: 0, drainSeconds: 0, ...settings };
  const container = await createContainer(all);
  const warnings: string[] = [];
  const logger = captureLines(createSystemLogger({ level: 'warn', readable: false }), (line) => warnings.push(line));
  container.rebind(ids.logger).toConstantValue(logger);
  await rebind?.(container);

  await container.get(ids.health).readiness();
  const url = await container.get(ids.server).listen();
  container.get(ids.health).phase = 'serving';
  const timers = [
    setInterval(() => void container.get(ids.recordUses).flush(), FLUSH_INTERVAL_MS),
    setInterval(() => void container.get(ids.findKey).renew(), RENEW_INTERVAL_MS),
  ];
  return {
    instance: { url, container, warnings },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await container.get(ids.server).drain();
      await container.get(ids.recordUses).flush();
      await container.get(ids.keyStore).close();
      await container.get(ids.rateLimiter).close();
    },
  };
}
