import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { DelayedWriter } from './delayed-writer.ts';

export interface TcpProxy {
  readonly port: number;
  /** How much later each chunk arrives, either way. */
  delayMs: number;
  /** Sees all that goes to the server; connections are counted up from one. */
  onRequest: ((chunk: Buffer, connection: number) => void) | undefined;
  /** How many are open now. */
  connections(): number;
  /** From now on connections are taken and held, and nothing is passed on, not even their end. */
  freeze(): void;
  /** Passes on what was held, and goes on. */
  thaw(): void;
  /** Resets all connections, and every new one until `mend`. */
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
}

/** Stands between a client and a server of the loopback interface, and can be all that goes wrong between two. */
export async function startProxy(target: { readonly port: number }): Promise<TcpProxy> {
  const links = new Set<Link>();
  const state = { taken: 0, frozen: false, cut: false };
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
    if (state.cut) {
      client.on('error', () => {});
      client.resetAndDestroy();
      return;
    }
    state.taken += 1;
    const connection = state.taken;
    const link = new Link(client, connect({ host: '127.0.0.1', port: target.port, noDelay: true }), {
      delayMs: () => proxy.delayMs,
      onRequest: (chunk) => proxy.onRequest?.(chunk, connection),
      onClose: () => links.delete(link),
    });
    links.add(link);
    if (state.frozen) link.freeze();
    else link.thaw();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');

  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    onRequest: undefined,
    connections: () => links.size,
    freeze() {
      state.frozen = true;
      for (const link of links) link.freeze();
    },
    thaw() {
      state.frozen = false;
      for (const link of links) link.thaw();
    },
    cut() {
      state.cut = true;
      for (const link of links) link.reset();
      links.clear();
    },
    mend() {
      state.cut = false;
    },
    async stop() {
      proxy.cut();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}

interface LinkOptions {
  readonly delayMs: () => number;
  readonly onRequest: (chunk: Buffer) => void;
  readonly onClose: () => void;
}

/** One connection of a client, and that to the server which belongs to it. */
class Link {
  readonly #sockets: readonly [Socket, Socket];
  readonly #writers: readonly [DelayedWriter, DelayedWriter];

  constructor(client: Socket, server: Socket, { delayMs, onRequest, onClose }: LinkOptions) {
    const [toClient, toServer] = [new DelayedWriter(client, delayMs), new DelayedWriter(server, delayMs)];
    this.#sockets = [client, server];
    this.#writers = [toClient, toServer];
    client.on('data', (chunk) => {
      onRequest(chunk);
      toServer.write(chunk);
    });
    server.on('data', (chunk) => toClient.write(chunk));
    client.on('close', () => {
      onClose();
      toServer.end();
    });
    server.on('close', () => toClient.end());
    // What cannot be reached, or was reset, is so for the other side too.
    client.on('error', () => server.resetAndDestroy());
    server.on('error', () => client.resetAndDestroy());
  }

  freeze(): void {
    for (const socket of this.#sockets) socket.pause();
    for (const writer of this.#writers) writer.hold();
  }

  thaw(): void {
    for (const writer of this.#writers) writer.release();
    for (const socket of this.#sockets) socket.resume();
  }

  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }
}
