import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { startProxy, type TcpProxy } from './tcp-proxy.ts';

/** Longer than anything takes on the loopback interface. */
const longMs = 200;

describe('the TCP proxy of the tests', () => {
  let echo: Server;
  let proxy: TcpProxy;
  let clients: Socket[];

  beforeEach(async () => {
    clients = [];
    echo = createServer((socket) => socket.on('error', () => {}).pipe(socket));
    await once(echo.listen(0, '127.0.0.1'), 'listening');
    proxy = await startProxy(echo.address() as AddressInfo);
  });
  afterEach(async () => {
    for (const client of clients) client.destroy();
    await proxy.stop();
    echo.close();
  });

  async function open(): Promise<Socket> {
    const client = connect({ host: '127.0.0.1', port: proxy.port });
    clients.push(client);
    await once(client, 'connect');
    return client;
  }

  /** What comes back, and after how long; nothing where nothing comes. */
  async function ask(client: Socket, text: string, { waitMs = 2000 } = {}): Promise<{ text: string; ms: number }> {
    const startMs = performance.now();
    client.write(text);
    const signal = AbortSignal.timeout(waitMs);
    const [chunk] = await once(client, 'data', { signal }).catch(() => ['']);
    return { text: String(chunk), ms: performance.now() - startMs };
  }

  it('passes on what is sent, either way, and tells of it', async () => {
    const seen: string[] = [];
    proxy.onRequest = (chunk, connection) => seen.push(`${connection}: ${chunk}`);
    const [one, other] = [await open(), await open()];
    expect((await ask(one, 'first')).text).to.equal('first');
    expect((await ask(other, 'second')).text).to.equal('second');
    expect(seen).to.deep.equal(['1: first', '2: second']);
    expect(proxy.connections()).to.equal(2);
    one.end();
    await once(one, 'close');
    expect(proxy.connections()).to.equal(1);
  });

  it('delays every chunk, and keeps their order when the delay shrinks', async () => {
    const client = await open();
    proxy.delayMs = longMs;
    expect((await ask(client, 'slow')).ms).to.be.within(2 * longMs - 5, 2 * longMs + 1000);
    await new Promise((resolve) => {
      proxy.onRequest = resolve;
      client.write('one ');
    });
    proxy.delayMs = 0;
    let text = (await ask(client, 'two')).text;
    while (text.length < 7) text += (await once(client, 'data'))[0];
    expect(text).to.equal('one two');
  });

  it('holds all when frozen, new connections too, and passes it on when thawed', async () => {
    const before = await open();
    proxy.freeze();
    const meanwhile = await open();
    for (const client of [before, meanwhile]) {
      expect((await ask(client, 'held', { waitMs: longMs })).text).to.equal('');
    }
    expect(proxy.connections()).to.equal(2);
    const answers = [before, meanwhile].map((client) => once(client, 'data'));
    proxy.thaw();
    expect(String(await Promise.all(answers))).to.equal('held,held');
  });

  it('resets all connections when cut, and new ones until it is mended', async () => {
    const before = await open();
    const reset = once(before, 'error');
    proxy.cut();
    expect((await reset)[0].code).to.equal('ECONNRESET');
    expect(proxy.connections()).to.equal(0);
    const meanwhile = connect({ host: '127.0.0.1', port: proxy.port });
    clients.push(meanwhile);
    expect((await once(meanwhile, 'error'))[0].code).to.equal('ECONNRESET');
    proxy.mend();
    expect((await ask(await open(), 'again')).text).to.equal('again');
  });

  it('resets a connection where the server is away', async () => {
    echo.close();
    const client = connect({ host: '127.0.0.1', port: proxy.port });
    clients.push(client);
    expect((await once(client, 'error'))[0].code).to.equal('ECONNRESET');
  });
});
