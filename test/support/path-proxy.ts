import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

interface PathProxy {
  /** The address to ask, with the path. */
  readonly url: string;
  stop(): void;
}

/** A proxy that offers a service below a path, and takes the path away before it passes a request on. */
export async function startPathProxy({ target, path }: { target: string; path: string }): Promise<PathProxy> {
  const server = createServer((asked, answer) => {
    const { method = '', url = '', headers } = asked;
    if (!url.startsWith(`${path}/`)) {
      answer.writeHead(404).end();
      return;
    }
    const passedOn = request(target + url.slice(path.length), { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    asked.pipe(passedOn);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
