import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runBounded } from './bounded-command.ts';
import { onPath } from './on-path.ts';
import type { ServerProgram } from './server-process.ts';

const source = fileURLToPath(new URL('mongo-stand-in/MongoStandIn.java', import.meta.url));
const pom = fileURLToPath(new URL('mongo-stand-in/pom.xml', import.meta.url));
const cache = fileURLToPath(new URL('../../../node_modules/.cache/mongo-stand-in', import.meta.url));
/** Half of the time, and enough for tests. */
const quickStart = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx256m'];
const mavenLimitMs = 180_000;

/**
 * A server that speaks MongoDB's protocol and keeps its data in a file, for where there is no mongod. A SIGKILL costs it
 * writes that it has acknowledged, and it knows no transactions, partial or TTL indexes and updates by pipeline.
 */
export async function mongoStandIn(): Promise<ServerProgram | undefined> {
  if (!onPath('javac') || !onPath('java') || !onPath('mvn')) return undefined;
  const java = ['java', ...quickStart, '-cp', join(await jars(), '*')];
  return {
    name: 'mongo-stand-in',
    ready: /^listening/m,
    command: ({ port, directory }) => [...java, source, String(port), join(directory, 'data')],
  };
}

async function jars(): Promise<string> {
  const version = createHash('sha256')
    .update(await readFile(pom))
    .digest('hex')
    .slice(0, 12);
  const place = join(cache, version);
  if (existsSync(place)) return place;
  await mkdir(cache, { recursive: true });
  // Renamed when it is complete: an interrupted run leaves nothing that passes for the whole.
  const incomplete = await mkdtemp(join(cache, 'incomplete-'));
  try {
    const options = ['-q', '-B', '-f', pom, `-DoutputDirectory=${incomplete}`];
    await runBounded(['mvn', ...options, 'dependency:copy-dependencies'], { limitMs: mavenLimitMs });
    await rename(incomplete, place);
  } catch (error) {
    await rm(incomplete, { recursive: true, force: true });
    // Another run may have been quicker.
    if (!existsSync(place)) throw error;
  }
  return place;
}
