import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Conversation, requestText } from '../support/conversation.ts';
import { servingWithoutLimit } from '../support/lifted-quota.ts';
import { send } from '../support/service.ts';

const GONE_WITHIN_MS = 15_000;
const body = '{"length": 20}';

/** A client that the service must not be held up by. */
interface HostileClient {
  readonly socket: Socket;
  readonly startedAtMs: number;
  heard: string;
  closedAfterMs: number | undefined;
}

function connectTo(url: string, reads = true): HostileClient {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const client: HostileClient = { socket, startedAtMs: performance.now(), heard: '', closedAfterMs: undefined };
  if (reads) {
    socket.on('data', (chunk) => {
      client.heard += chunk;
    });
  }
  socket.on('error', () => {}); // a reset is a close
  socket.on('close', () => {
    client.closedAfterMs = performance.now() - client.startedAtMs;
  });
  return client;
}

/** Says the text a byte at a time, without ever coming to its end. */
function drip({ socket }: HostileClient, text: string, everyMs: number): void {
  const signs = text[Symbol.iterator]();
  const timer = setInterval(() => socket.write(signs.next().value ?? ' '), everyMs);
  socket.once('close', () => clearInterval(timer));
}

const clients = {
  slowHeaders(url: string): HostileClient {
    const client = connectTo(url);
    drip(client, `GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ${'x'.repeat(1000)}`, 250);
    return client;
  },
  slowBody(url: string, key: string): HostileClient {
    const client = connectTo(url);
    const head = `POST /api/passwords HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`;
    client.socket.write(`${head}\r\nContent-Length: 1000\r\n\r\n{`);
    drip(client, ' '.repeat(998), 500);
    return client;
  },
  idle: (url: string): HostileClient => connectTo(url),
};

const many = (count: number, make: () => HostileClient) => Array.from({ length: count }, make);
const stillThere = (those: HostileClient[]) => those.filter(({ closedAfterMs }) => closedAfterMs === undefined);
const slowest = (those: HostileClient[]) => Math.max(...those.map(({ closedAfterMs = Infinity }) => closedAfterMs));

describe('slow clients', function () {
  this.retries(1);
  this.timeout(60_000);

  it('500 with headers, 200 with bodies and 300 idle ones cost a good client nothing, and the slow ones are soon gone', () =>
    servingWithoutLimit({}, async ({ url, key }) => {
      const headers = many(500, () => clients.slowHeaders(url));
      const bodies = many(200, () => clients.slowBody(url, key));
      const idle = many(300, () => clients.idle(url));
      const hostile = [...headers, ...bodies, ...idle];

      const latenciesMs: number[] = [];
      const startedAtMs = performance.now();
      const isOver = () => performance.now() - startedAtMs > GONE_WITHIN_MS;
      while (stillThere([...headers, ...bodies]).length > 0 && !isOver()) {
        const askedAtMs = performance.now();
        const { status } = await send(url, { key, body });
        latenciesMs.push(performance.now() - askedAtMs);
        expect(status).to.equal(200);
        await pause(25);
      }
      for (const { socket } of hostile) socket.destroy();

      expect(slowest(headers), 'slow headers').to.be.within(4_500, GONE_WITHIN_MS);
      expect(slowest(bodies), 'slow bodies').to.be.within(9_500, GONE_WITHIN_MS);
      for (const { heard } of [...headers, ...bodies]) {
        expect(heard).to.match(/^HTTP\/1\.1 408 .*"code":"REQUEST_TIMEOUT"/s);
      }
      latenciesMs.sort((one, other) => one - other);
      expect(latenciesMs.length).to.be.above(100);
      expect(latenciesMs.at(Math.floor(latenciesMs.length * 0.95)), 'the 95th percentile').to.be.below(500);
      expect(latenciesMs.at(-1), 'the slowest').to.be.below(3_000);
    }));

  it('that send requests without end and read no answer are cut off, and cost a good client nothing', () =>
    servingWithoutLimit({}, async ({ url, key }) => {
      const request = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
      const deaf = many(60, () => connectTo(url, false));
      for (const { socket } of deaf) socket.write(request.repeat(20_000));
      do {
        expect((await send(url, { key, body })).status).to.equal(200);
        // They go on sending: a client that neither reads nor writes is never told that its connection is gone.
        for (const { socket } of stillThere(deaf)) socket.write(request);
      } while (stillThere(deaf).length > 0);
      expect(slowest(deaf)).to.be.below(GONE_WITHIN_MS);
    }));

  it('may send a hundred requests one behind the other, and each is answered', () =>
    servingWithoutLimit({}, async ({ url }) => {
      const conversation = Conversation.open(url);
      conversation.say(requestText({ method: 'GET', path: '/health/live' }).repeat(99));
      conversation.say(requestText({ method: 'GET', path: '/health/ready' }));
      const heard = await conversation.hear(/"ready"/);
      conversation.leave();
      expect(heard.match(/HTTP\/1\.1 200/g)).to.have.length(100);
    }));
});
