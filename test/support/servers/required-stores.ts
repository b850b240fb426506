import { tryTwice } from '../attempts.ts';
import { failedWays } from './first-possible.ts';
import { stopServers } from './server-process.ts';

const remedies = {
  Redis: 'redis-server on PATH (Debian: redis-server), or REDIS_URL',
  'Redis Cluster': 'redis-server on PATH (Debian: redis-server)',
  MongoDB: 'mongod on PATH, or MONGODB_URL, or for the stand-in a JDK and Maven (Debian: default-jdk-headless, maven)',
  Chromium: 'chromium on PATH (Debian: chromium)',
  Python: 'python3 with venv on PATH (Debian: python3-venv)',
  Go: 'go on PATH (Debian: golang-go)',
};

export interface Needs<T> {
  readonly what: keyof typeof remedies;
  /** Gives undefined where the server cannot be had. */
  readonly get: () => Promise<T | undefined>;
}

/** A download, or the first start of all. */
const startLimitMs = 300_000;
const notRun: { readonly suite: string; readonly what: keyof typeof remedies }[] = [];

/**
 * Called in a `describe`: gives its tests a server, and skips and names them where there is none. What can be stopped is
 * stopped after them.
 */
export function onServer<T>({ what, get }: Needs<T>): () => T {
  let server: T | undefined;
  before(`gets ${what}`, async function () {
    this.timeout(startLimitMs);
    server = await get();
    // These tests measure real processes, and a machine that is busy with something else for a moment fails any of them.
    this.test?.parent?.eachTest(tryTwice);
    if (server !== undefined) return;
    notRun.push({ suite: this.test?.parent?.fullTitle() ?? '', what });
    this.skip();
  });
  after(`lets go of ${what}`, async () => {
    if (isStoppable(server)) await server.stop();
  });
  return () => {
    if (server === undefined) throw new Error(`${what} is there in tests and hooks alone.`);
    return server;
  };
}

/** At the end of a run: no server stays behind, and what was not tested is said; with `CI=true` that is a failure. */
export async function mochaGlobalTeardown(): Promise<void> {
  await stopServers();
  if (notRun.length === 0) return;
  const missing = [...new Set(notRun.map(({ what }) => what))];
  console.error(
    [
      '\nNOT RUN, for want of a server:',
      ...notRun.map(({ suite, what }) => `  - ${suite} (${what})`),
      'To run them:',
      ...missing.map((what) => `  - ${what}: ${remedies[what]}`),
      ...(failedWays.length ? ['What was tried:', ...failedWays.map((fault) => `  - ${fault}`)] : []),
      '',
    ].join('\n'),
  );
  // Mocha sets the exit code itself; what a teardown throws counts as a failure.
  if (process.env.CI === 'true') throw new Error(`Suites that were not run for want of a server: ${notRun.length}.`);
}

function isStoppable(server: unknown): server is { stop(): Promise<void> } {
  return typeof server === 'object' && server !== null && 'stop' in server && typeof server.stop === 'function';
}
