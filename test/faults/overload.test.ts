import { expect } from 'chai';
import type { Container } from 'inversify';
import { LoadGate } from '../../src/adapters/http/load-gate.ts';
import { ids } from '../../src/composition/ids.ts';
import type { KeyStore } from '../../src/domain/ports.ts';
import { Conversation, requestText } from '../support/conversation.ts';
import { commonHeaders, statedHeaders } from '../support/failures.ts';
import { type Answer, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const body = { length: 20 };
const message = 'Try again after as many seconds as Retry-After says.';
const readiness = { method: 'GET', path: '/health/ready', key: null };
const liveness = { method: 'GET', path: '/health/live', key: null };

/** In the place of the service's own gate: one that lets in so many at once. */
const letIn = (maxInFlight: number) => (container: Container) => {
  container.rebind(ids.loadGate).toConstantValue(new LoadGate({ logger: container.get(ids.logger), maxInFlight }));
};

function expectTurnedAway(answer: Answer): void {
  const { 'x-request-id': requestId, ...headers } = statedHeaders(answer);
  expect(requestId).to.match(/^[A-Za-z0-9._-]{1,64}$/);
  const error = { code: 'OVERLOADED', message };
  expect({ status: answer.status, json: answer.json }).to.deep.equal({
    status: 503,
    json: { success: false, error, requestId },
  });
  expect(headers).to.deep.equal({
    ...commonHeaders,
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '1',
  });
}

describe('an overloaded service', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ rebind: letIn(0) });
  });
  after(() => service.stop());

  const refused = [
    ['a request', { body }],
    ['a bulk request', { path: '/api/passwords/bulk', body: { ...body, count: 2 } }],
    ['one without a key', { key: null, body }],
    ['one with a wrong key', { key: 'wrong', body }],
    ['another path', { method: 'GET', path: '/nothing' }],
    ['another method', { method: 'DELETE' }],
  ] as const;
  for (const [what, call] of refused) {
    it(`turns ${what} away: 503, and when to come again`, async () => expectTurnedAway(await service.call(call)));
  }

  it('tells it under the caller’s own request id', async () => {
    const { headers, json } = await service.call({ body, headers: { 'X-Request-Id': 'mine-1' } });
    expect([headers.get('x-request-id'), json.requestId]).to.deep.equal(['mine-1', 'mine-1']);
  });

  it('tells it as problem details to whoever asks for them', async () => {
    const { status, headers, json } = await service.call({ body, headers: { Accept: 'application/problem+json' } });
    const requestId = headers.get('x-request-id');
    expect({ status, type: headers.get('content-type'), json }).to.deep.equal({
      status: 503,
      type: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Service Unavailable',
        status: 503,
        detail: message,
        code: 'OVERLOADED',
        requestId,
      },
    });
  });

  it('keeps the connection, also where a body follows', async () => {
    const conversation = Conversation.open(service.url);
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '13' };
    conversation.say(requestText({ headers, body: '{"length":20}' }));
    conversation.say(requestText({ method: 'GET', path: '/health/live' }));
    const heard = await conversation.hear(/"live"/);
    conversation.leave();
    expect(heard.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 503', 'HTTP/1.1 200']);
  });

  it('goes on telling how it is', async () => {
    const answers = [await service.call(liveness), await service.call(readiness)];
    expect(answers.map(({ status, json }) => [status, json.status])).to.deep.equal([
      [200, 'live'],
      [200, 'ready'],
    ]);
  });
});

describe('requests in progress', () => {
  const MOST = 5;
  let service: TestService;
  let gate: CountingGate;
  let release: () => void;
  beforeEach(async () => {
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    service = await startService({
      rebind(container) {
        gate = new CountingGate({ logger: container.get(ids.logger), maxInFlight: MOST });
        container.rebind(ids.loadGate).toConstantValue(gate);
        const store = container.get(ids.keyStore);
        container.rebind(ids.keyStore).toConstantValue(holding(store, held));
      },
    });
  });
  afterEach(async () => {
    release();
    await service.stop();
  });

  const fill = async () => {
    const running = Array.from({ length: MOST }, () => service.call({ body }));
    await until('all are in progress', 5_000, () => gate.inProgress === MOST);
    return running;
  };

  it('are as many as may be: one more is turned away, and let in once another is done', async () => {
    const running = await fill();
    expectTurnedAway(await service.call({ body }));
    expect((await service.call(liveness)).status).to.equal(200);
    release();
    for (const answer of await Promise.all(running)) expect(answer.status).to.equal(200);
    expect((await service.call({ body })).status).to.equal(200);
  });

  for (const [what, times] of [
    ['one request', 1],
    ['several, one behind the other', 4],
  ] as const) {
    it(`are no longer those of a client that went away with ${what}`, async () => {
      const client = Conversation.open(service.url);
      const headers = { Authorization: `Bearer ${service.key}`, 'Content-Length': '0' };
      client.say(requestText({ headers }).repeat(times));
      await until('all are in progress', 5_000, () => gate.inProgress === times);
      client.leave();
      await until('none is in progress', 5_000, () => gate.inProgress === 0);

      const running = await fill();
      release();
      for (const answer of await Promise.all(running)) expect(answer.status).to.equal(200);
      expect(gate.inProgress).to.equal(0);
    });
  }
});

class CountingGate extends LoadGate {
  inProgress = 0;

  override enter(): boolean {
    const isLetIn = super.enter();
    if (isLetIn) this.inProgress += 1;
    return isLetIn;
  }

  override leave(): void {
    this.inProgress -= 1;
    super.leave();
  }
}

/** A store whose look-ups wait until they are let go. */
function holding(store: KeyStore, until: Promise<void>): KeyStore {
  return new Proxy(store, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const isLookUp = /^find/.test(String(name));
      return async (...args: unknown[]) => {
        if (isLookUp) await until;
        return Reflect.apply(member, target, args);
      };
    },
  });
}
