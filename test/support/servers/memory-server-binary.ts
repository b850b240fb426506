import { runBounded } from './bounded-command.ts';

const limitMs = 120_000;
const environment = { MONGOMS_MAX_RETRIES: '1' };
/** What gives the path of the server's binary. */
const paths = {
  'redis-memory-server': `(await import('redis-memory-server/lib/util/RedisBinary.js')).default.default.getPath()`,
  'mongodb-memory-server-core': `(await import('mongodb-memory-server-core')).MongoBinary.getPath()`,
};

/** The server that a package has downloaded before, or can download now. */
export async function memoryServerBinary(name: keyof typeof paths): Promise<string> {
  // Neither package can be told to give up, but a process can be ended.
  const script = `
    try {
      console.log('binary: ' + await ${paths[name]});
    } catch (error) {
      console.error('${name}: ' + error.message);
      process.exit(1);
    }`;
  const output = await runBounded([process.execPath, '--input-type=module', '--eval', script], {
    limitMs,
    environment,
  });
  const binary = /^binary: (.+)$/m.exec(output)?.[1] ?? '';
  // A build for another system is found out here, and not by the first suite.
  await runBounded([binary, '--version'], { limitMs: 10_000 });
  return binary;
}
