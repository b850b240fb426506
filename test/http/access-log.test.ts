import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Logger as WinstonLogger } from 'winston';
import { ids } from '../../src/composition/ids.ts';
import { Conversation, requestText } from '../support/conversation.ts';
import { type Call, startService, type TestService } from '../support/service.ts';

const body = { length: 8 };
const bulk = '/api/passwords/bulk';

describe('the log of requests', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.stop());

  const lines = () => service.logs.filter(({ level }) => level === 'http');

  const rows: readonly (readonly [string, () => Call, Record<string, unknown>])[] = [
    ['a password', () => ({ body }), { status: 200 }],
    ['passwords', () => ({ path: bulk, body: { ...body, count: 3 } }), { status: 200, route: bulk }],
    ['a fault', () => ({ body: { length: 1, [service.key]: 1 } }), { status: 400 }],
    ['a query', () => ({ path: '/api/passwords?key=1', body }), { status: 200 }],
    ['another type', () => ({ body, headers: { 'content-type': 'text/plain' } }), { status: 415 }],
    ['a missing key', () => ({ key: null, body }), { status: 401, subscriberId: null }],
    ['a wrong key', () => ({ key: `${service.key}x`, body }), { status: 401, subscriberId: null }],
    [
      'an unknown path',
      () => ({ path: `/api/${service.key}`, body }),
      { status: 404, route: null, subscriberId: null },
    ],
    ['another method', () => ({ method: 'PUT' }), { status: 405, method: 'PUT', subscriberId: null }],
    ['OPTIONS', () => ({ method: 'OPTIONS' }), { status: 204, method: 'OPTIONS', subscriberId: null }],
    [
      'health',
      () => ({ method: 'GET', path: '/health/live' }),
      { status: 200, method: 'GET', route: '/health/live', subscriberId: null },
    ],
  ];
  for (const [what, call, differing] of rows) {
    it(`has one line for ${what}, of these fields and no others`, async () => {
      const { headers, ...rest } = call();
      await service.call({ ...rest, headers: { ...headers, 'X-Request-Id': 'logged-1' } });
      expect(lines()).to.have.lengthOf(1);
      const { timestamp, durationMs, ...fields } = lines()[0] ?? {};
      expect(fields).to.deep.equal({
        level: 'http',
        message: 'request',
        requestId: 'logged-1',
        method: 'POST',
        route: '/api/passwords',
        status: 200,
        address: '127.0.0.1',
        subscriberId: 'local',
        ...differing,
      });
      expect(timestamp).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(durationMs).to.be.a('number').within(0, 20_000);
    });
  }

  it('has the id that was made where none was sent', async () => {
    const { headers } = await service.call({ body });
    expect(lines().map(({ requestId }) => requestId)).to.deep.equal([headers.get('x-request-id')]);
  });

  it('has one line for each of many', async () => {
    await Promise.all(Array.from({ length: 40 }, () => service.call({ body })));
    expect(lines()).to.have.lengthOf(40);
    expect(new Set(lines().map(({ requestId }) => requestId))).to.have.lengthOf(40);
  });

  it('has nothing of what was sent or given', async () => {
    const headers = { 'User-Agent': 'agent-of-mine', Cookie: 'cookie=mine', Referer: 'https://mine.test/' };
    const { json } = await service.call({ path: '/api/passwords?query=mine', body: { length: 100 }, headers });
    const text = JSON.stringify(service.logs);
    expect(text).not.to.match(/mine/);
    expect(text).not.to.contain(service.key);
    expect(text).not.to.contain(json.data.password);
  });

  it('has one line for a request that is broken off, and no error of ours', async () => {
    const conversation = Conversation.open(service.url);
    const headers = { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' };
    conversation.say(requestText({ headers: { ...headers, Expect: '100-continue', 'Content-Length': '14' } }));
    await conversation.hear(/100 Continue/);
    conversation.leave();
    while (service.logs.length === 0) await nextTurn();
    expect(service.logs.map(({ level }) => level)).to.deep.equal(['http']);
  });

  it('has whose address it was behind a trusted proxy', async () => {
    const proxied = await startService({ settings: { trustedProxies: 1 } });
    await proxied.call({ body, headers: { 'X-Forwarded-For': '192.0.2.1, 203.0.113.7' } });
    expect(proxied.logs.map(({ address }) => address)).to.deep.equal(['203.0.113.7']);
    await proxied.stop();
  });
});

describe('the log of requests at level info', () => {
  it('is silent, but for what fails', async () => {
    const service = await startService({
      rebind: (container) => {
        (container.get(ids.logger) as unknown as WinstonLogger).level = 'info';
      },
    });
    await service.call({ body });
    await service.call({ key: null });
    await service.call({ path: '/nothing' });
    expect(service.logs).to.deep.equal([]);
    await service.stop();
  });
});
