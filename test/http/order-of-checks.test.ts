import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { type Call, startService, type TestService } from '../support/service.ts';

const tooLarge = 'x'.repeat(16 * 1024 + 1);
const asText = { 'content-type': 'text/plain' };
const plans = {
  annual: { requestsPerMinute: 2, apiAccess: true },
  free: { requestsPerMinute: 0, apiAccess: false },
};

describe('the order of checks', () => {
  let service: TestService;
  let free: string;
  let suspended: string;
  before(async () => {
    service = await startService({ settings: { plans } });
    free = await service.addSubscriber('free', 'free');
    suspended = await service.addSubscriber('suspended', 'annual');
    await service.container.get(ids.administerSubscribers).suspend('suspended');
  });
  after(() => service.stop());
  beforeEach(() => service.clock.advance(60_000));

  const codeOf = async (call: Call) => (await service.call(call)).json.error.code;
  const remaining = async () => (await service.call({ body: { length: 8 } })).headers.get('x-ratelimit-remaining');
  const fail = async (times: number) => {
    for (let time = 0; time < times; time += 1) await service.call({ key: 'wrong' });
  };

  /** Each breaks the later rules of its line as well. */
  const worst = { body: tooLarge, headers: { ...asText, 'content-encoding': 'gzip' } };
  const rows: readonly (readonly [string, string, () => Call])[] = [
    ['path before key', 'NOT_FOUND', () => ({ ...worst, path: '/api/nothing', key: 'wrong' })],
    ['method before key', 'METHOD_NOT_ALLOWED', () => ({ ...worst, method: 'PUT', key: 'wrong' })],
    ['missing key before the body', 'MISSING_API_KEY', () => ({ ...worst, key: null })],
    ['invalid key before the body', 'INVALID_API_KEY', () => ({ ...worst, key: 'wrong' })],
    ['plan before the body', 'PLAN_WITHOUT_API_ACCESS', () => ({ ...worst, key: free })],
    ['subscription before the body', 'SUBSCRIPTION_INACTIVE', () => ({ ...worst, key: suspended })],
    ['type before size', 'UNSUPPORTED_MEDIA_TYPE', () => ({ body: tooLarge, headers: asText })],
    ['coding before size', 'UNSUPPORTED_MEDIA_TYPE', () => ({ body: tooLarge, headers: { 'content-encoding': 'br' } })],
    ['size before JSON', 'PAYLOAD_TOO_LARGE', () => ({ body: tooLarge })],
    ['JSON before fields', 'MALFORMED_JSON', () => ({ body: '{"length": 1, "x": 2' })],
  ];
  for (const [what, code, call] of rows) {
    it(`${what}: ${code}`, async () => {
      expect(await codeOf(call())).to.equal(code);
    });
  }

  it('the quota before anything of the body', async () => {
    await remaining();
    await remaining();
    const bodies: Call[] = [worst, { body: tooLarge }, { body: '{' }, { body: {} }, {}];
    for (const call of bodies) expect(await codeOf(call)).to.equal('RATE_LIMIT_EXCEEDED');
  });

  it('the failure block after path and method, and before an invalid key', async () => {
    await fail(30);
    expect(await codeOf({ ...worst, key: 'wrong' })).to.equal('TOO_MANY_FAILED_ATTEMPTS');
    expect(await codeOf({ ...worst, path: '/api/nothing', key: 'wrong' })).to.equal('NOT_FOUND');
    expect(await codeOf({ ...worst, method: 'PATCH', key: 'wrong' })).to.equal('METHOD_NOT_ALLOWED');
    expect((await service.call({ method: 'GET', path: '/health/live', key: 'wrong' })).status).to.equal(200);
  });

  it('404 and 405 count neither as requests nor as failed attempts', async () => {
    for (let time = 0; time < 40; time += 1) {
      await service.call({ path: '/api/nothing', key: 'wrong' });
      await service.call({ method: 'DELETE', key: 'wrong' });
      await service.call({ path: '/api/nothing' });
      await service.call({ method: 'DELETE' });
    }
    expect(await codeOf({ key: 'wrong' })).to.equal('INVALID_API_KEY');
    expect(await remaining()).to.equal('1');
  });

  const counted: readonly (readonly [string, Call])[] = [
    ['INVALID_REQUEST', { body: {} }],
    ['MALFORMED_JSON', { body: '{' }],
    ['MALFORMED_JSON', {}],
    ['PAYLOAD_TOO_LARGE', { body: tooLarge }],
    ['UNSUPPORTED_MEDIA_TYPE', { body: '{}', headers: asText }],
    ['INVALID_REQUEST', { path: '/api/passwords/bulk', body: {} }],
  ];
  for (const [code, call] of counted) {
    it(`${code} counts as a request: ${JSON.stringify(call).slice(0, 60)}`, async () => {
      expect(await codeOf(call)).to.equal(code);
      expect(await remaining()).to.equal('0');
    });
  }

  it('neither a missing nor an invalid key nor a 403 costs anybody quota', async () => {
    for (const key of [null, 'wrong', `${service.key}x`, free, suspended]) {
      const { headers } = await service.call({ key, body: { length: 8 } });
      expect([...headers.keys()].filter((name) => name.includes('ratelimit'))).to.deep.equal([]);
    }
    expect(await remaining()).to.equal('1');
  });
});
