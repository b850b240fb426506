import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import type { KeyStore } from '../../src/domain/ports.ts';
import { expectFailure, expectProblem, type FailureCode } from '../support/failures.ts';
import { quotaHeaders } from '../support/quota-headers.ts';
import { type Call, startService, type TestService } from '../support/service.ts';
import { type Unreliable, unreachable, unreliable } from '../support/unreliable.ts';

const MINUTE_MS = 60_000;
const plans = {
  annual: { requestsPerMinute: 5, apiAccess: true },
  free: { requestsPerMinute: 0, apiAccess: false },
};

interface Row {
  /** What makes the next call fail with this code, and the call. */
  readonly provoke: () => Promise<Call> | Call;
  readonly headers?: () => Record<string, string>;
  readonly details?: { field: string; message: string }[];
}

describe('the form of an error', () => {
  let service: TestService;
  let store: Unreliable<KeyStore>;
  beforeEach(async () => {
    service = await startService({
      settings: { plans },
      rebind: (container) => {
        store = unreliable(container.get(ids.keyStore));
        container.rebind(ids.keyStore).toConstantValue(store.port);
      },
    });
  });
  afterEach(() => service.stop());

  const quota = (remaining: number) =>
    quotaHeaders({ limit: 5, remaining, resetAtMs: service.clock.nowMs() + MINUTE_MS });
  const charged = () => quota(4);

  const rows: Partial<Record<FailureCode, Row>> = {
    INVALID_REQUEST: {
      provoke: () => ({ body: { length: 7 } }),
      headers: charged,
      details: [{ field: 'length', message: 'must be an integer from 8 to 128' }],
    },
    MALFORMED_JSON: { provoke: () => ({ body: '{' }), headers: charged },
    MISSING_API_KEY: {
      provoke: () => ({ key: null }),
      headers: () => ({ 'www-authenticate': 'Bearer realm="passwords"' }),
    },
    INVALID_API_KEY: {
      provoke: () => ({ key: 'wrong' }),
      headers: () => ({ 'www-authenticate': 'Bearer realm="passwords", error="invalid_token"' }),
    },
    PLAN_WITHOUT_API_ACCESS: { provoke: async () => ({ key: await service.addSubscriber('free', 'free') }) },
    SUBSCRIPTION_INACTIVE: {
      provoke: async () => {
        await service.container.get(ids.administerSubscribers).suspend('local');
        return {};
      },
    },
    NOT_FOUND: { provoke: () => ({ path: '/nothing' }) },
    METHOD_NOT_ALLOWED: { provoke: () => ({ method: 'PUT' }), headers: () => ({ allow: 'POST, OPTIONS' }) },
    PAYLOAD_TOO_LARGE: { provoke: () => ({ body: ' '.repeat(16 * 1024 + 1) }), headers: charged },
    UNSUPPORTED_MEDIA_TYPE: {
      provoke: () => ({ body: '{}', headers: { 'content-type': 'text/plain' } }),
      headers: charged,
    },
    RATE_LIMIT_EXCEEDED: {
      provoke: async () => {
        for (let time = 0; time < 5; time += 1) await service.call({});
        return {};
      },
      headers: () => ({ ...quota(0), 'retry-after': '60' }),
    },
    TOO_MANY_FAILED_ATTEMPTS: {
      provoke: async () => {
        for (let time = 0; time < 30; time += 1) await service.call({ key: 'wrong' });
        return { key: 'wrong' };
      },
      headers: () => ({ 'retry-after': '60' }),
    },
    INTERNAL_ERROR: {
      provoke: () => {
        store.fault = new Error('unforeseen');
        return {};
      },
    },
    STORE_UNAVAILABLE: {
      provoke: () => {
        store.fault = unreachable();
        return {};
      },
      headers: () => ({ 'retry-after': '5' }),
    },
  };

  for (const [code, { provoke, headers = () => ({}), details }] of Object.entries(rows) as [FailureCode, Row][]) {
    const facts = () => ({ headers: headers(), ...(details ? { details } : {}) });

    it(`${code} in the service’s envelope`, async () => {
      expectFailure(await service.call(await provoke()), code, facts());
    });

    it(`${code} as problem details`, async () => {
      const call = await provoke();
      const accepting = { ...call, headers: { ...call.headers, Accept: 'application/problem+json' } };
      expectProblem(await service.call(accepting), code, facts());
    });
  }
});

describe('the form that Accept asks for', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const problem = [
    'application/problem+json',
    'Application/Problem+JSON',
    'application/problem+json, */*',
    '*/*, application/problem+json;q=0.1',
    'text/html, application/problem+json; q=0.001',
    'application/problem+json, application/json;q=0.9',
    'application/json;q=0.5, application/problem+json;q=0.6',
    'application/json; charset=utf-8; q=0.5 , application/problem+json ; q=0.7',
    'application/problem+json;q=0.5, application/json;q=0',
    'application/json;Q=0.3, application/problem+json;Q=0.4',
  ];
  const envelope = [
    '*/*',
    'application/*',
    'application/json',
    'text/html',
    'image/png;q=1',
    '',
    'application/problem+xml',
    'application/problem+json5',
    'application/problem+json, application/json',
    'application/json, application/problem+json',
    'application/problem+json;q=0.5, application/json',
    'application/problem+json;q=0.5, application/json;q=0.5',
    'application/problem+json;q=0.5, application/json;q=0.51',
    'application/problem+json;q=0',
    'application/problem+json;q=0.000, */*',
    'nonsense;;;,,,q',
  ];
  for (const accept of problem) {
    it(`${accept}: problem details`, async () => {
      expectProblem(await service.call({ path: '/nothing', headers: { Accept: accept } }), 'NOT_FOUND');
    });
  }
  for (const accept of envelope) {
    it(`${JSON.stringify(accept)}: the envelope`, async () => {
      expectFailure(await service.call({ path: '/nothing', headers: { Accept: accept } }), 'NOT_FOUND');
    });
  }

  it('changes nothing of a success', async () => {
    for (const accept of ['application/problem+json', 'text/html', 'image/png']) {
      const { status, headers } = await service.call({ body: { length: 8 }, headers: { Accept: accept } });
      expect({ status, type: headers.get('content-type') }).to.deep.equal({
        status: 200,
        type: 'application/json; charset=utf-8',
      });
    }
  });
});
