import assert from 'node:assert/strict';
import { checkBulk, checkSingle } from './answers.ts';
import { type Contender, type Peer, startPeer, startService } from './servers.ts';
import type { SharedStores } from './shared-stores.ts';

/** All that are measured in turns. */
export interface Contenders {
  readonly service: Contender;
  readonly shared: Contender;
  readonly peers: readonly ComparedPeer[];
  readonly fastifyOnRedis: Contender;
  end(): Promise<void>;
}

/** A peer of the embedded service, and how many times its answers a processor second the service should give. */
export interface ComparedPeer {
  readonly contender: Contender;
  readonly goal: number | undefined;
}

/** Those that do the same job, with headers of the same names; each was asked before it is timed. */
const sameJob: readonly (Peer & { readonly goal?: number })[] = [
  { name: 'Fastify, official plugins', file: 'fastify.js', environment: { HEADERS: 'helmet' }, goal: 1.1 },
  { name: 'Fastify, headers from one object', file: 'fastify.js', environment: { HEADERS: 'object' }, goal: 0.85 },
  { name: 'plain Koa', file: 'koa.js', environment: {}, goal: 1.4 },
  {
    name: 'Fastify, official plugins, with the service’s own generator',
    file: 'fastify.js',
    environment: { HEADERS: 'helmet', GENERATOR: 'service' },
  },
  { name: 'Hono', file: 'hono.js', environment: {} },
];

export async function startContenders(
  directory: string,
  stores: SharedStores,
  core: number | undefined,
): Promise<Contenders> {
  const started: Contender[] = [];
  const start = async (server: Promise<Contender>) => {
    started.push(await server);
    return server;
  };
  const service = await start(startService(directory, core));
  const answer = await checkSingle(service);
  await checkBulk(service);
  const shared = await start(stores.startService(core));
  await checkSingle(shared);

  const startSame = async (peer: Peer) => {
    const contender = await start(startPeer(peer, core, service.headers));
    const { headers } = await checkSingle(contender);
    assert.deepEqual(Object.keys(headers).sort(), Object.keys(answer.headers).sort(), peer.name);
    return contender;
  };
  const startConstant = async (name: string, file: string, constant: object) => {
    const peer = { name, file, environment: { ANSWER: JSON.stringify(constant) } };
    const contender = await start(startPeer(peer, core, service.headers));
    await checkSingle(contender);
    return contender;
  };

  const peers: ComparedPeer[] = [];
  for (const peer of sameJob) peers.push({ contender: await startSame(peer), goal: peer.goal });
  const bare = { ...answer, headers: {} };
  peers.push(
    { contender: await startConstant('Koa, a constant, the same headers', 'koa-constant.js', answer), goal: 0.8 },
    { contender: await startConstant('Koa, a constant', 'koa-constant.js', bare), goal: undefined },
    { contender: await startConstant('node:http, a constant', 'node-constant.js', bare), goal: undefined },
  );
  const fastifyOnRedis = await startSame({
    name: 'Fastify, official plugins, on Redis',
    file: 'fastify.js',
    environment: { HEADERS: 'helmet', REDIS_URL: stores.redisUrl },
  });
  return {
    service,
    shared,
    peers,
    fastifyOnRedis,
    async end() {
      for (const contender of started) await contender.end();
    },
  };
}
