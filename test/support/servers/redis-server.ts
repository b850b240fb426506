import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { firstPossible } from './first-possible.ts';
import { memoized } from './memoized.ts';
import { memoryServerBinary } from './memory-server-binary.ts';
import { onPath } from './on-path.ts';
import { type Place, type ServerProcess, startServer } from './server-process.ts';

const slots = 16_384;
const clusterNodes = 3;
const clusterLimitMs = 20_000;
const ready = /ready to accept connections/i;

export interface RedisServer extends ServerProcess {
  readonly url: string;
}

export interface RedisOptions {
  readonly port?: number;
  /** As on the command line: `['--requirepass', 'secret']`. */
  readonly config?: readonly string[];
}

export interface RedisCluster {
  readonly url: string;
  readonly nodes: readonly RedisServer[];
  stop(): Promise<void>;
}

/** The Redis of this test run: `REDIS_URL`, or one that was started for it; undefined where none can be had. */
export const sharedRedisUrl = memoized(async () => process.env.REDIS_URL || (await ownRedis())?.url);

/** The three nodes of this test run; undefined where none can be had. They take two seconds to start, Redis's own delay. */
export const sharedRedisClusterUrl = memoized(async () => (await startRedisCluster())?.url);

/** A Redis for a test that stops or kills it; undefined where none can be had. */
export async function ownRedis(options?: RedisOptions): Promise<RedisServer | undefined> {
  return (await binary()) === undefined ? undefined : startRedis(options);
}

/** Starts a Redis that keeps nothing over a restart. */
export async function startRedis({ port, config = [] }: RedisOptions = {}): Promise<RedisServer> {
  const command = async (place: Place) => [...(await commandLine(place)), ...config];
  const server = await startServer({ name: 'redis', ready, command }, port);
  return Object.assign(server, { url: `redis://127.0.0.1:${server.port}` });
}

/** Starts three masters that share all slots; undefined where no Redis can be had. */
export async function startRedisCluster(): Promise<RedisCluster | undefined> {
  if ((await binary()) === undefined) return undefined;
  const config = ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'];
  const nodes = await Promise.all(Array.from({ length: clusterNodes }, () => startRedis({ config })));
  await shareSlots(nodes.map(({ port }) => port));
  return {
    url: `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    nodes,
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  };
}

/** Starts a Sentinel that watches a master under the name `mymaster`, and whose word alone counts. */
export async function startSentinel(master: RedisServer): Promise<RedisServer> {
  const command = async (place: Place) => {
    const file = join(place.directory, 'sentinel.conf');
    await writeFile(file, `sentinel monitor mymaster 127.0.0.1 ${master.port} 1\n`);
    const [redis = '', ...options] = await commandLine(place);
    return [redis, file, '--sentinel', ...options];
  };
  const server = await startServer({ name: 'sentinel', ready: /\+monitor master mymaster/, command });
  return Object.assign(server, { url: `redis+sentinel://127.0.0.1:${server.port}/mymaster` });
}

const binary = memoized(() =>
  firstPossible([
    () => onPath('redis-server') ?? onPath('valkey-server'),
    () => memoryServerBinary('redis-memory-server'),
  ]),
);

async function commandLine({ port, directory }: Place): Promise<string[]> {
  const command = await binary();
  if (command === undefined) throw new Error('No redis-server can be had.');
  const address = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory];
  return [command, ...address, '--save', '', '--appendonly', 'no'];
}

async function shareSlots(ports: readonly number[]): Promise<void> {
  const nodes = ports.map((port) => new Redis(port, '127.0.0.1'));
  try {
    const share = Math.ceil(slots / nodes.length);
    for (const [index, node] of nodes.entries()) {
      const own = Array.from({ length: Math.min(share, slots - index * share) }, (_, slot) => index * share + slot);
      await node.call('CLUSTER', 'ADDSLOTS', ...own);
      await node.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
      for (const port of ports.slice(0, index)) await node.call('CLUSTER', 'MEET', '127.0.0.1', port);
    }
    const deadlineMs = Date.now() + clusterLimitMs;
    for (const node of nodes) {
      while (!String(await node.call('CLUSTER', 'INFO')).includes('cluster_state:ok')) {
        if (Date.now() > deadlineMs) throw new Error('The nodes of the Redis cluster do not find each other.');
        await pause(20);
      }
    }
  } finally {
    for (const node of nodes) node.disconnect();
  }
}
