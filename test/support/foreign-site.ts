import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ForeignSite {
  /** The same pages, under a host of the same site as 127.0.0.1 and under one of another. */
  readonly urls: { readonly sameSite: string; readonly otherSite: string };
  stop(): void;
}

const page = `<!doctype html><html lang="en"><title>Theirs</title><link rel="icon" href="data:,"><p>Somebody else</p>`;

/** A site of somebody else, all of whose pages are the same, and may do whatever a browser lets them. */
export async function startForeignSite(): Promise<ForeignSite> {
  const server = createServer(({ url = '' }, answer) => {
    const isScript = url.endsWith('.js');
    answer.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' });
    answer.end(isScript ? '' : page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urls: { sameSite: `http://127.0.0.1:${port}/`, otherSite: `http://localhost:${port}/` },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
