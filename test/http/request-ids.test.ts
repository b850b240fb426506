import { expect } from 'chai';
import { Conversation, readAnswer, requestText } from '../support/conversation.ts';
import { startService, type TestService } from '../support/service.ts';

const fresh = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('X-Request-Id', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const idOf = async (sent: Record<string, string>) => {
    const conversation = Conversation.open(service.url);
    conversation.say(requestText({ path: '/api/nothing', headers: { Connection: 'close', ...sent } }));
    const { headers, json } = readAnswer(await conversation.hearOut());
    expect(json.requestId).to.equal(headers.get('x-request-id'));
    return json.requestId;
  };

  for (const id of [
    'a',
    '0',
    '...',
    'A.b_c-9',
    'pgs',
    'pgs_',
    'x'.repeat(64),
    '7f0c1b1e-0a63-4b8e-9f31-5b2f2f0f2f10',
  ]) {
    it(`is echoed: ${id}`, async () => {
      expect(await idOf({ 'X-Request-Id': id })).to.equal(id);
    });
  }

  for (const id of [
    '',
    ' ',
    'x'.repeat(65),
    'two words',
    'a/b',
    'a:b',
    'a,b',
    '<b>',
    '"a"',
    'sch\u00fcssel',
    'a=1',
    '{}',
  ]) {
    it(`is replaced: ${JSON.stringify(id)}`, async () => {
      expect(await idOf({ 'X-Request-Id': id })).to.match(fresh);
    });
  }

  it('is replaced where it holds what looks like a key', async () => {
    const { key } = service;
    for (const id of [key, key.toUpperCase(), `trace-${key}`, `${key}.1`, key.slice(0, 20)]) {
      expect(await idOf({ 'X-Request-Id': id })).to.match(fresh);
    }
  });

  it('is replaced where it comes twice', async () => {
    expect(await idOf({ 'X-Request-Id': 'first', 'x-request-id': 'second' })).to.match(fresh);
  });

  it('is made anew for every request without one', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => idOf({})));
    expect(new Set(ids)).to.have.lengthOf(50);
    for (const id of ids) expect(id).to.match(fresh);
  });

  it('stands on a success too', async () => {
    const headers = { 'X-Request-Id': 'mine' };
    const calls = [
      { headers, body: { length: 8 } },
      { headers, path: '/api/passwords/bulk', body: { count: 1, length: 8 } },
      { headers, path: '/health/live', method: 'GET' },
      { headers, path: '/health/ready', method: 'GET' },
      { headers, method: 'OPTIONS' },
    ];
    for (const call of calls) expect((await service.call(call)).headers.get('x-request-id')).to.equal('mine');
  });
});
