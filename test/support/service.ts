import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Container } from 'inversify';
import { createSystemLogger } from '../../src/adapters/system/logger.ts';
import { createContainer } from '../../src/composition/container.ts';
import { ids } from '../../src/composition/ids.ts';
import { loadSettings, type Settings } from '../../src/composition/settings.ts';
import type { Logger } from '../../src/domain/ports.ts';
import { captureLines } from './captured-lines.ts';
import { SettableClock } from './settable-clock.ts';
import { transcript } from './transcript.ts';

export interface Call {
  readonly method?: string;
  readonly path?: string;
  /** The key to send; none where it is null. The service's first key where it is left out. */
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON, a string or bytes as they are. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly json: any;
}

export interface TestService {
  readonly url: string;
  /** The key of the subscriber `local`, on the plan annual; empty on shared stores, which have no first customer. */
  readonly key: string;
  readonly clock: SettableClock;
  readonly container: Container;
  /** Where the embedded store keeps its files. */
  readonly dataDir: string;
  /** What was logged, a parsed line each. */
  readonly logs: Record<string, unknown>[];
  call(call?: Call): Promise<Answer>;
  /** Adds a subscriber and gives a key of theirs. */
  addSubscriber(id: string, plan: string): Promise<string>;
  stop(): Promise<void>;
}

interface Options {
  readonly settings?: Partial<Settings>;
  /** For services that are to have the same time. */
  readonly clock?: SettableClock;
  /** Binds fakes in the place of adapters, before anything is made. */
  readonly rebind?: (container: Container) => void;
}

/** The whole service on a real socket, in this process, on a store and a clock of its own. */
export async function startService({
  settings,
  clock = new SettableClock(),
  rebind,
}: Options = {}): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'passwords-'));
  const all = { ...loadSettings({}), port: 0, dataDir, drainSeconds: 0, logLevel: 'debug', ...settings } as Settings;
  const container = await createContainer(all);
  const logs: Record<string, unknown>[] = [];
  await container.unbind(ids.clock);
  container.bind(ids.clock).toConstantValue(clock);
  await container.unbind(ids.logger);
  container.bind(ids.logger).toConstantValue(capturingLogger(logs));
  rebind?.(container);

  const server = container.get(ids.server);
  const store = container.get(ids.keyStore);
  const url = await server.listen();
  const isEmbedded = container.isBound(ids.embeddedKeyStore);
  const key = (isEmbedded && (await container.get(ids.firstStart).run())) || '';
  container.get(ids.health).phase = 'serving';

  return {
    url,
    key,
    clock,
    container,
    dataDir,
    logs,
    call: (call = {}) => send(url, { key, ...call }),
    async addSubscriber(id, plan) {
      await container.get(ids.administerSubscribers).add({ id, plan, name: null });
      const wish = { subscriberId: id, name: null, expiresInMs: null };
      return (await container.get(ids.administerKeys).create(wish)).text;
    },
    async stop() {
      await server.drain();
      await container.get(ids.recordUses).flush();
      await container.get(ids.recordUsage).flush();
      await store.close();
      await container.get(ids.rateLimiter).close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Sends a request to a service, wherever it runs, and notes the answer. */
export async function send(
  url: string,
  { method = 'POST', path = '/api/passwords', key, headers, body }: Call,
): Promise<Answer> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const shownHeaders = JSON.stringify([...response.headers]);
  transcript.answers.push({ request: `${method} ${path}`, status: response.status, headers: shownHeaders, body: text });
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: text && isJson(response) ? JSON.parse(text) : undefined,
  };
}

function isJson({ headers }: Response): boolean {
  return /[/+]json/.test(headers.get('content-type') ?? '') && headers.get('content-length') !== '0';
}

/** The real logger, at debug, into memory. */
function capturingLogger(logs: Record<string, unknown>[]): Logger {
  const logger = createSystemLogger({ level: 'debug', readable: false });
  return captureLines(logger, (line) => logs.push(JSON.parse(line)));
}
