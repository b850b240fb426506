import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pinned } from './cores.ts';
import { addCrowd } from './crowd.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** How a server's process is. */
export interface Vitals {
  /** User and system time of the whole process so far. */
  readonly processorSeconds: number;
  readonly memoryBytes: number;
  /** For how long its event loop stood still since this was last asked. */
  readonly longestPauseMs: number;
}

/** A server under measurement, in a process of its own. */
export interface Contender {
  readonly name: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  vitals(): Promise<Vitals>;
  end(): Promise<void>;
}

/** Settings by their variables: a quota that is counted and never reached. */
export async function writeSettings(
  directory: string,
  requestsPerMinute = 1_000_000_000,
): Promise<Record<string, string>> {
  const configFile = join(directory, 'config.json');
  await writeFile(configFile, JSON.stringify({ plans: { annual: { requestsPerMinute } } }));
  return { HOST: '127.0.0.1', PORT: '0', DRAIN_SECONDS: '0', CONFIG_FILE: configFile };
}

/** The built service on its embedded stores. */
export async function startService(directory: string, core: number | undefined): Promise<Contender> {
  const settings = await writeSettings(directory);
  const child = start('dist/main.js', core, { ...settings, DATA_DIR: join(directory, 'data') });
  const [, key = '', url = ''] = await firstOutput(child, /^ *(pgs_\w{38})$.*"url":"([^"]+)"/ms);
  return contender('service', child, { url, headers: { authorization: `Bearer ${key}` } });
}

/** The same for a crowd: so many subscribers with a key each, of a plan of so many requests a minute. */
export async function startServiceForCrowd(
  directory: string,
  core: number | undefined,
  { subscribers, requestsPerMinute }: { subscribers: number; requestsPerMinute: number },
): Promise<Contender & { readonly keys: readonly string[] }> {
  const place = await mkdtemp(join(directory, 'crowd-'));
  const settings = await writeSettings(place, requestsPerMinute);
  const DATA_DIR = join(place, 'data');
  const keys = await addCrowd(DATA_DIR, subscribers);
  return { ...(await startSharedService({ ...settings, DATA_DIR }, core, keys[0] ?? '')), keys };
}

/** The same on what it left behind, once it has ended: an instance that has no key to make. */
export async function startServiceAgain(directory: string, core: number | undefined): Promise<Contender> {
  const settings = await writeSettings(directory);
  return startSharedService({ ...settings, DATA_DIR: join(directory, 'data') }, core, '');
}

/** The built service on these stores, for a caller with this key. */
export async function startSharedService(
  settings: Record<string, string>,
  core: number | undefined,
  key: string,
): Promise<Contender> {
  const child = start('dist/main.js', core, settings);
  const [, url = ''] = await firstOutput(child, /"listening".*"url":"([^"]+)"/);
  return contender('service on shared stores', child, { url, headers: { authorization: `Bearer ${key}` } });
}

export interface Peer {
  readonly name: string;
  /** In peers/. */
  readonly file: string;
  readonly environment: Record<string, string>;
}

/** Another server, for a caller with the key of the service's own. */
export async function startPeer(
  { name, file, environment }: Peer,
  core: number | undefined,
  headers: Record<string, string>,
): Promise<Contender> {
  const KEY = headers.authorization?.replace('Bearer ', '') ?? '';
  const child = start(`test/benchmarks/peers/${file}`, core, { KEY, NODE_ENV: 'production', ...environment });
  const [, url = ''] = await firstOutput(child, /^(http:\S+)$/m);
  return contender(name, child, { url, headers });
}

function start(file: string, core: number | undefined, environment: Record<string, string>): ChildProcess {
  const preload = new URL('vitals.js', import.meta.url).href;
  const [command = '', ...args] = pinned(core, [process.execPath, '--import', preload, file]);
  const env = { PATH: process.env.PATH, ...environment };
  return spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
}

async function firstOutput(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  const ended = once(child, 'close');
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  for (;;) {
    const match = pattern.exec(output);
    if (match) return match;
    const exit = await Promise.race([ended, once(child.stdout!, 'data').then(() => undefined)]);
    if (exit) throw new Error(`${child.spawnargs.at(-1)} did not start; it ended with ${exit[0]}.`);
  }
}

function contender(name: string, child: ChildProcess, address: Pick<Contender, 'url' | 'headers'>): Contender {
  return {
    name,
    url: address.url,
    headers: { ...address.headers, 'content-type': 'application/json' },
    async vitals() {
      child.send('vitals');
      const [vitals] = await once(child, 'message');
      return vitals;
    },
    async end() {
      child.kill();
      await once(child, 'close');
    },
  };
}
