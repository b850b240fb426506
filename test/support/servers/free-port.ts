import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ports that outgoing connections get (32768 and up on Linux, 49152 elsewhere): one of those could take the port of
// a server that is down, or be connected to itself. A node of a Redis cluster takes the port 10,000 above its own as well.
const lowest = 11_000;
const highest = 22_767;

/** A port of the loopback interface that nothing listens on just now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest + 1);
    if ((await isFree(port)) && (await isFree(port + 10_000))) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
