import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import type { KeyStore, RandomSource } from '../../src/domain/ports.ts';
import { expectFailure, expectProblem } from '../support/failures.ts';
import { quotaHeaders } from '../support/quota-headers.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Unreliable, unreliable } from '../support/unreliable.ts';

const body = { length: 8 };
const inner = () => new Error('secret-of-ours at /etc/passwords');

const faults: readonly (readonly [string, () => unknown])[] = [
  ['an error', inner],
  ['an error with a status of its own', () => Object.assign(inner(), { status: 404, statusCode: 404, expose: true })],
  ['an error with a code of the system', () => Object.assign(inner(), { code: 'ENOENT' })],
  ['an error with headers', () => Object.assign(inner(), { headers: { 'X-Secret': 'ours' } })],
  ['an error with a cause', () => new TypeError('outer', { cause: inner() })],
  ['an error of ours that is no caller’s', () => new ServiceError('DATA_DIR_UNUSABLE', 'secret-of-ours')],
  ['no error at all', () => 'secret-of-ours'],
];

describe('an error that nobody foresaw', () => {
  let service: TestService;
  let store: Unreliable<KeyStore>;
  let entropy: Error | undefined;
  beforeEach(async () => {
    entropy = undefined;
    service = await startService({
      rebind: (container) => {
        store = unreliable(container.get(ids.keyStore));
        container.rebind(ids.keyStore).toConstantValue(store.port);
        const random = container.get(ids.random);
        const byte = () => {
          if (entropy) throw entropy;
          return random.byte();
        };
        container.rebind(ids.random).toConstantValue({ byte } satisfies RandomSource);
      },
    });
  });
  afterEach(() => service.stop());

  const errorsOf = (requestId: string) =>
    service.logs.filter((line) => line.level === 'error' && line.requestId === requestId);

  for (const [what, fault] of faults) {
    it(`${what}: a 500 that shows nothing of it, and all of it logged under the request id`, async () => {
      store.fault = fault();
      const answer = await service.call({ body, headers: { 'X-Request-Id': 'fault-1' } });
      expectFailure(answer, 'INTERNAL_ERROR');
      expect(answer.text).not.to.match(/secret|outer/);
      expect(errorsOf('fault-1')).to.have.lengthOf(1);
      expect(JSON.stringify(errorsOf('fault-1'))).to.contain('secret-of-ours');
    });
  }

  it('is problem details for whoever prefers them', async () => {
    store.fault = inner();
    expectProblem(await service.call({ body, headers: { Accept: 'application/problem+json' } }), 'INTERNAL_ERROR');
  });

  it('logs no key that it quotes', async () => {
    store.fault = new Error(`no such key ${service.key}`);
    await service.call({ body, headers: { 'X-Request-Id': 'fault-2' } });
    const logged = JSON.stringify(errorsOf('fault-2'));
    expect(logged).to.contain('pgs_***');
    expect(logged).not.to.contain(service.key);
  });

  it('is where randomness fails, with the quota told and no password', async () => {
    entropy = new Error('no entropy');
    const bulk = { path: '/api/passwords/bulk', body: { count: 1000, length: 128 } };
    const answer = await service.call(bulk);
    const headers = quotaHeaders({ remaining: 149, resetAtMs: service.clock.nowMs() + 60_000 });
    expectFailure(answer, 'INTERNAL_ERROR', { headers });
    expect(JSON.stringify(errorsOf(answer.headers.get('x-request-id') ?? ''))).to.contain('no entropy');
  });

  it('ends nothing: the next request is served', async () => {
    store.fault = inner();
    await service.call({ body });
    store.fault = undefined;
    expect((await service.call({ body })).status).to.equal(200);
  });
});
