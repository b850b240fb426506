import { expect } from 'chai';
import type { Phase } from '../../src/application/report-health.ts';
import { ids } from '../../src/composition/ids.ts';
import type { KeyStore, RateLimiter } from '../../src/domain/ports.ts';
import { Conversation, readAnswer, requestText } from '../support/conversation.ts';
import { commonHeaders, statedHeaders } from '../support/failures.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Unreliable, unreachable, unreliable } from '../support/unreliable.ts';

const MINUTE_MS = 60_000;
const up = { keys: 'up', quota: 'up' };

describe('health', () => {
  let service: TestService;
  let keys: Unreliable<KeyStore>;
  let quota: Unreliable<RateLimiter>;
  beforeEach(async () => {
    service = await startService({
      rebind: (container) => {
        keys = unreliable(container.get(ids.keyStore));
        quota = unreliable(container.get(ids.rateLimiter));
        container.rebind(ids.keyStore).toConstantValue(keys.port);
        container.rebind(ids.rateLimiter).toConstantValue(quota.port);
      },
    });
  });
  afterEach(() => service.stop());

  const enter = (phase: Phase) => {
    service.container.get(ids.health).phase = phase;
  };
  const ask = (path: string) => service.call({ method: 'GET', path, key: null });
  const expectReady = async (status: number, json: unknown) => {
    const answer = await ask('/health/ready');
    expect({ status: answer.status, json: answer.json }).to.deep.equal({ status, json });
    const { 'x-request-id': id, ...headers } = statedHeaders(answer);
    expect(id).to.match(/^[A-Za-z0-9._-]{1,64}$/);
    expect(headers).to.deep.equal({ ...commonHeaders, 'content-type': 'application/json; charset=utf-8' });
  };

  it('lives, with the headers of every answer', async () => {
    const answer = await ask('/health/live');
    const { 'x-request-id': id, ...headers } = statedHeaders(answer);
    expect({ status: answer.status, text: answer.text }).to.deep.equal({ status: 200, text: '{"status":"live"}' });
    expect(id).to.match(/^[A-Za-z0-9._-]{1,64}$/);
    expect(headers).to.deep.equal({ ...commonHeaders, 'content-type': 'application/json; charset=utf-8' });
  });

  it('lives whatever fails, and touches nothing', async () => {
    keys.fault = unreachable();
    quota.fault = unreachable();
    for (const calls of [keys.calls, quota.calls]) calls.length = 0;
    for (const phase of ['starting', 'serving', 'draining'] as const) {
      enter(phase);
      expect((await ask('/health/live')).status).to.equal(200);
    }
    expect([...keys.calls, ...quota.calls]).to.deep.equal([]);
  });

  it('takes a key and a query for nothing', async () => {
    const answer = await service.call({ method: 'GET', path: '/health/ready?verbose=1', key: 'wrong' });
    expect(answer.status).to.equal(200);
  });

  it('is ready', () => expectReady(200, { status: 'ready', dependencies: up }));

  it('is starting', async () => {
    enter('starting');
    await expectReady(503, { status: 'starting', dependencies: up });
    keys.fault = unreachable();
    await expectReady(503, { status: 'starting', dependencies: { keys: 'down', quota: 'up' } });
  });

  it('is degraded but serving without the quota store', async () => {
    quota.fault = unreachable();
    await expectReady(200, { status: 'degraded', dependencies: { keys: 'up', quota: 'down' } });
    service.clock.advance(60 * MINUTE_MS);
    await expectReady(200, { status: 'degraded', dependencies: { keys: 'up', quota: 'down' } });
  });

  it('is degraded without the key store for 15 minutes, then down, then ready again', async () => {
    await expectReady(200, { status: 'ready', dependencies: up });
    keys.fault = unreachable();
    const dependencies = { keys: 'down', quota: 'up' };
    await expectReady(200, { status: 'degraded', dependencies });
    service.clock.advance(15 * MINUTE_MS - 1);
    await expectReady(200, { status: 'degraded', dependencies });
    service.clock.advance(1);
    await expectReady(503, { status: 'down', dependencies });
    quota.fault = unreachable();
    await expectReady(503, { status: 'down', dependencies: { keys: 'down', quota: 'down' } });
    keys.fault = undefined;
    quota.fault = undefined;
    await expectReady(200, { status: 'ready', dependencies: up });
  });

  it('is degraded, not starting, where the key store went away after it had served', async () => {
    expect((await service.call({ body: { length: 8 } })).status).to.equal(200);
    keys.fault = unreachable();
    await expectReady(200, { status: 'degraded', dependencies: { keys: 'down', quota: 'up' } });
    expect((await service.call({ body: { length: 8 } })).status).to.equal(200);
  });

  it('is as long degraded as the keys that it verified last go on working', async () => {
    await expectReady(200, { status: 'ready', dependencies: up });
    service.clock.advance(20 * MINUTE_MS);
    expect((await service.call({ body: { length: 8 } })).status).to.equal(200);
    keys.fault = unreachable();
    service.clock.advance(1 * MINUTE_MS);
    expect((await service.call({ body: { length: 8 } })).status).to.equal(200);
    await expectReady(200, { status: 'degraded', dependencies: { keys: 'down', quota: 'up' } });
  });

  describe('while draining', () => {
    beforeEach(() => enter('draining'));

    it('is not ready', () => expectReady(503, { status: 'draining', dependencies: up }));

    const paths = [
      ['GET', '/health/ready', 503],
      ['GET', '/health/live', 200],
      ['POST', '/api/passwords', 200],
      ['POST', '/api/nothing', 404],
      ['OPTIONS', '/api/passwords', 204],
    ] as const;
    for (const [method, path, status] of paths) {
      it(`answers ${method} ${path} on, and asks the client to leave`, async () => {
        const content = method === 'POST' ? '{"length": 8}' : '';
        const headers = {
          Authorization: `Bearer ${service.key}`,
          'Content-Type': 'application/json',
          'Content-Length': String(content.length),
        };
        const conversation = Conversation.open(service.url);
        conversation.say(requestText({ method, path, headers, body: content }));
        const answer = readAnswer(await conversation.hearOut());
        expect({ status: answer.status, connection: answer.headers.get('connection') }).to.deep.equal({
          status,
          connection: 'close',
        });
      });
    }
  });
});
