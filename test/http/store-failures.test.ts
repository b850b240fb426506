import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import type { KeyStore, RateLimiter } from '../../src/domain/ports.ts';
import { expectFailure, expectProblem } from '../support/failures.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Unreliable, unreachable, unreliable } from '../support/unreliable.ts';

const body = { length: 8 };
const later = { headers: { 'retry-after': '5' } };
const invalid = { headers: { 'www-authenticate': 'Bearer realm="passwords", error="invalid_token"' } };
const missing = { headers: { 'www-authenticate': 'Bearer realm="passwords"' } };
const MINUTE_MS = 60_000;

describe('when a store fails', () => {
  let service: TestService;
  let store: Unreliable<KeyStore>;
  let limiter: Unreliable<RateLimiter>;
  beforeEach(async () => {
    service = await startService({
      rebind: (container) => {
        store = unreliable(container.get(ids.keyStore));
        limiter = unreliable(container.get(ids.rateLimiter));
        container.rebind(ids.keyStore).toConstantValue(store.port);
        container.rebind(ids.rateLimiter).toConstantValue(limiter.port);
      },
    });
  });
  afterEach(() => service.stop());

  describe('the key store', () => {
    it('cannot check an unknown key: 503, never 401', async () => {
      store.fault = unreachable();
      for (const path of ['/api/passwords', '/api/passwords/bulk']) {
        expectFailure(await service.call({ path, body }), 'STORE_UNAVAILABLE', later);
      }
    });

    it('lets a known key go on for 15 minutes, and then no longer', async () => {
      await service.call({ body });
      store.fault = unreachable();
      service.clock.advance(15 * MINUTE_MS - 1);
      expect((await service.call({ body })).status).to.equal(200);
      service.clock.advance(2);
      expectFailure(await service.call({ body }), 'STORE_UNAVAILABLE', later);
      store.fault = undefined;
      expect((await service.call({ body })).status).to.equal(200);
    });

    it('counts the quota of a known key on', async () => {
      await service.call({ body });
      store.fault = unreachable();
      expect((await service.call({ body })).headers.get('x-ratelimit-remaining')).to.equal('148');
    });

    it('ends a known key that expires meanwhile', async () => {
      const wish = { subscriberId: 'local', name: null, expiresInMs: 5 * MINUTE_MS };
      const { text } = await service.container.get(ids.administerKeys).create(wish);
      expect((await service.call({ key: text, body })).status).to.equal(200);
      store.fault = unreachable();
      service.clock.advance(5 * MINUTE_MS);
      expectFailure(await service.call({ key: text, body }), 'INVALID_API_KEY', invalid);
    });

    it('forgets a revoked key for good', async () => {
      const keys = service.container.get(ids.administerKeys);
      const { key, text } = await keys.create({ subscriberId: 'local', name: null, expiresInMs: null });
      await service.call({ key: text, body });
      await keys.revoke(key.id);
      expectFailure(await service.call({ key: text, body }), 'INVALID_API_KEY', invalid);
      store.fault = unreachable();
      expectFailure(await service.call({ key: text, body }), 'STORE_UNAVAILABLE', later);
    });

    it('is not asked about a mistyped or missing key', async () => {
      store.fault = unreachable();
      const mistyped = service.key.slice(0, -1) + (service.key.endsWith('0') ? '1' : '0');
      expectFailure(await service.call({ key: mistyped, body }), 'INVALID_API_KEY', invalid);
      expectFailure(await service.call({ key: null, body }), 'MISSING_API_KEY', missing);
    });

    it('is not excused by a known key where its failure is a fault of ours', async () => {
      await service.call({ body });
      store.fault = new TypeError('not a function');
      expectFailure(await service.call({ body }), 'INTERNAL_ERROR');
    });

    it('is logged with its cause under the request id', async () => {
      store.fault = unreachable();
      await service.call({ body, headers: { 'X-Request-Id': 'lost-1' } });
      const lines = service.logs.filter(({ level, requestId }) => level === 'error' && requestId === 'lost-1');
      expect(lines).to.have.lengthOf(1);
      expect(lines[0]).to.include({ code: 'STORE_UNAVAILABLE' });
      expect(JSON.stringify(lines)).to.contain('ECONNREFUSED');
    });
  });

  it('the quota store: 503', async () => {
    limiter.fault = unreachable();
    expectFailure(await service.call({ body }), 'STORE_UNAVAILABLE', later);
  });

  it('tells problem details too', async () => {
    store.fault = unreachable();
    const headers = { Accept: 'application/problem+json' };
    expectProblem(await service.call({ body, headers }), 'STORE_UNAVAILABLE', later);
  });
});
