import { expect } from 'chai';
import type { Container } from 'inversify';
import { ids } from '../../src/composition/ids.ts';
import { loadSettings } from '../../src/composition/settings.ts';
import type { Subscriber } from '../../src/domain/access/subscriber.ts';
import type { Credential, EmbeddedKeyStore, Logger, RateLimiter } from '../../src/domain/ports.ts';
import type { QuotaPolicy } from '../../src/domain/quota/quota-policy.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { type Call, startService, type TestService } from '../support/service.ts';
import { SettableClock } from '../support/settable-clock.ts';

/** Letters of one case, so that a source that gives one byte for ever will do. */
const lowercase: Call = {
  body: { length: 9, includeUppercase: false, includeNumbers: false, includeSymbols: false },
};

async function withService(options: Parameters<typeof startService>[0], test: (service: TestService) => unknown) {
  const service = await startService(options);
  try {
    await test(service);
  } finally {
    await service.stop();
  }
}

class FakeKeyStore {
  readonly credentials = new Map<string, Credential>();
  readonly events: string[] = [];

  async addFirst(credential: Credential): Promise<boolean> {
    this.credentials.set(credential.key.digest, credential);
    return true;
  }

  async findCredential(digest: string): Promise<Credential | undefined> {
    return this.credentials.get(digest);
  }

  async findSubscriber(id: string): Promise<Subscriber | undefined> {
    return [...this.credentials.values()].find(({ subscriber }) => subscriber.id === id)?.subscriber;
  }

  async recordUses(uses: ReadonlyMap<string, number>): Promise<void> {
    this.events.push(...[...uses].map(([id, atMs]) => `${id} used at ${new Date(atMs).toISOString()}`));
  }

  async isUp(): Promise<boolean> {
    return true;
  }

  async close(): Promise<void> {
    this.events.push('closed');
  }
}

class FakeRateLimiter implements RateLimiter {
  readonly charged: string[] = [];

  async consume(subscriberId: string, { planId, limit }: QuotaPolicy) {
    this.charged.push(`${subscriberId} on ${planId} of ${limit}`);
    return { accepted: true, remaining: 42, availableInMs: 16_001 };
  }

  async look() {
    return { remaining: 42, availableInMs: 16_001 };
  }

  async isUp(): Promise<boolean> {
    return false;
  }

  async close(): Promise<void> {}
}

function bindAccountStores(container: Container, stores = memoryStores()): void {
  container.rebind(ids.accountStore).toConstantValue(stores.accountStore);
  container.rebind(ids.sessionStore).toConstantValue(stores.sessionStore);
  container.rebind(ids.usageStore).toConstantValue(stores.usageStore);
  container.rebind(ids.auditTrail).toConstantValue(stores.auditTrail);
}

describe('the container', () => {
  it('starts with a fake for every port, and each is asked for its own part', async () => {
    const clock = new SettableClock();
    clock.advance(1000);
    const keyStore = new FakeKeyStore();
    const rateLimiter = new FakeRateLimiter();
    const stores = memoryStores();
    const logged: string[] = [];
    const log = (message: string) => logged.push(message);
    const logger: Logger = { error: log, warn: log, info: log, http: log };
    const rebind = (container: Container) => {
      container.rebind(ids.clock).toConstantValue(clock);
      container.rebind(ids.random).toConstantValue({ byte: () => 2 });
      container.rebind(ids.digester).toConstantValue({ digest: (text) => `digest of ${text.slice(0, 9)}` });
      container.rebind(ids.logger).toConstantValue(logger);
      container.rebind(ids.keyStore).toConstantValue(keyStore as unknown as EmbeddedKeyStore);
      container.rebind(ids.rateLimiter).toConstantValue(rateLimiter);
      bindAccountStores(container, stores);
    };

    // Whatever opened the real store would fail on this path.
    await withService({ rebind, settings: { dataDir: '/dev/null/data' } }, async ({ key, call }) => {
      expect(key).to.match(/^pgs_2{32}/);
      expect([...keyStore.credentials.keys()]).to.deep.equal(['digest of pgs_22222']);

      const { status, headers, json } = await call(lowercase);
      expect(status).to.equal(200);
      expect(json.data).to.deep.equal({
        password: 'ccccccccc',
        strength: 'weak',
        length: 9,
        generatedAt: '2026-01-02T03:04:06.678Z',
        entropyBits: 42.3,
      });
      expect(headers.get('ratelimit')).to.equal('"annual";r=42;t=17');
      expect(rateLimiter.charged).to.deep.equal(['local on annual of 150']);
      expect(logged).to.deep.equal(['request']);

      const ready = await call({ method: 'GET', path: '/health/ready' });
      expect(ready.json).to.deep.equal({ status: 'degraded', dependencies: { keys: 'up', quota: 'down' } });
    });
    const account = { subscriberId: 'local', email: 'local@localhost', passwordHash: null };
    expect([...stores.accountStore.accounts.values()]).to.deep.equal([account]);
    expect(keyStore.events).to.deep.equal(['key_2222222222222222 used at 2026-01-02T03:04:06.678Z', 'closed']);
  });

  it('takes another adapter by one binding, and keeps all others', async () => {
    const rateLimiter: RateLimiter = {
      consume: async () => ({ accepted: false, remaining: 0, availableInMs: 30_500 }),
      look: async () => ({ remaining: 0, availableInMs: 30_500 }),
      isUp: async () => true,
      close: async () => {},
    };
    const rebind = (container: Container) => container.rebind(ids.rateLimiter).toConstantValue(rateLimiter);
    await withService({ rebind }, async ({ call, clock }) => {
      const { status, headers } = await call({ body: { length: 9 } });
      expect(status).to.equal(429);
      expect(headers.get('retry-after')).to.equal('31');
      expect(headers.get('x-ratelimit-reset')).to.equal(String(Math.ceil((clock.nowMs() + 30_500) / 1000)));
    });
  });

  it('gives everyone the same part, and makes none before it is asked for', async () => {
    const settings = { dataDir: '/dev/null/data' };
    const rebind = (container: Container) => {
      container.rebind(ids.keyStore).toConstantValue(new FakeKeyStore() as unknown as EmbeddedKeyStore);
      bindAccountStores(container);
    };
    await withService({ settings, rebind }, async ({ container }) => {
      await container.get(ids.loadDashboard)();
      const parts = [
        ids.keyStore,
        ids.accountStore,
        ids.rateLimiter,
        ids.recordUses,
        ids.recordUsage,
        ids.signIn,
      ] as const;
      for (const id of [...parts, ids.health, ids.dashboard, ids.server] as const) {
        expect(container.get<unknown>(id)).to.equal(container.get<unknown>(id));
      }
    });
  });

  it('counts in the window of the settings', async () => {
    for (const [rateLimitWindow, remaining] of [
      ['sliding', 148],
      ['fixed', 149],
    ] as const) {
      await withService({ settings: { rateLimitWindow } }, async ({ call, clock }) => {
        await call(lowercase);
        clock.advance(59_000);
        await call(lowercase);
        clock.advance(1000);
        // The second one still counts in a sliding window; a fixed one begins anew.
        const { headers } = await call(lowercase);
        expect(headers.get('x-ratelimit-remaining'), rateLimitWindow).to.equal(String(remaining));
      });
    }
  });

  it('knows the plans of the settings', async () => {
    const plans = { ...loadSettings({}).plans, tiny: { requestsPerMinute: 1, apiAccess: true } };
    await withService({ settings: { plans } }, async ({ addSubscriber, call }) => {
      const key = await addSubscriber('acme', 'tiny');
      expect((await call({ ...lowercase, key })).headers.get('ratelimit-policy')).to.equal('"tiny";q=1;w=60');
      expect((await call({ ...lowercase, key })).status).to.equal(429);
    });
  });
});
