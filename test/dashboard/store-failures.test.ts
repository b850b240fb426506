import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import type { AccountStore, AuditTrail, SessionStore, UsageStore } from '../../src/domain/account/ports.ts';
import type { KeyStore, RateLimiter } from '../../src/domain/ports.ts';
import { faultsOf, headingOf } from '../support/dashboard-page.ts';
import { ACCOUNT, enter, invite, KEYS, OWN_PASSWORD, signIn, Visitor } from '../support/dashboard-visit.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Unreliable, unreachable, unreliable } from '../support/unreliable.ts';

interface Stores {
  readonly keyStore: Unreliable<KeyStore>;
  readonly accountStore: Unreliable<AccountStore>;
  readonly sessionStore: Unreliable<SessionStore>;
  readonly usageStore: Unreliable<UsageStore>;
  readonly auditTrail: Unreliable<AuditTrail>;
  readonly rateLimiter: Unreliable<RateLimiter>;
}

const pages = ['/dashboard', '/dashboard/quota', KEYS, ACCOUNT, '/dashboard/try', '/dashboard/settings'];
/** What can still be shown while a store is away: all that does not need it. */
const unshaken: [store: keyof Stores, pages: string[]][] = [
  ['keyStore', []],
  ['accountStore', []],
  ['sessionStore', []],
  ['usageStore', pages.filter((path) => path !== '/dashboard')],
  ['auditTrail', pages.filter((path) => path !== ACCOUNT)],
  ['rateLimiter', pages.filter((path) => !['/dashboard', '/dashboard/quota'].includes(path))],
];

describe('the dashboard when a store fails', () => {
  let service: TestService;
  let stores: Stores;
  let visitor: Visitor;
  beforeEach(async () => {
    service = await startService({
      rebind(container) {
        const fake = <T extends object>(real: T) => unreliable(real);
        stores = {
          keyStore: fake(container.get(ids.keyStore)),
          accountStore: fake(container.get(ids.accountStore)),
          sessionStore: fake(container.get(ids.sessionStore)),
          usageStore: fake(container.get(ids.usageStore)),
          auditTrail: fake(container.get(ids.auditTrail)),
          rateLimiter: fake(container.get(ids.rateLimiter)),
        };
        container.rebind(ids.keyStore).toConstantValue(stores.keyStore.port);
        container.rebind(ids.accountStore).toConstantValue(stores.accountStore.port);
        container.rebind(ids.sessionStore).toConstantValue(stores.sessionStore.port);
        container.rebind(ids.usageStore).toConstantValue(stores.usageStore.port);
        container.rebind(ids.auditTrail).toConstantValue(stores.auditTrail.port);
        container.rebind(ids.rateLimiter).toConstantValue(stores.rateLimiter.port);
      },
    });
    visitor = await enter(service);
  });
  afterEach(async () => {
    for (const store of Object.values(stores)) store.fault = undefined;
    await service.stop();
  });

  const expectAway = async (asked: ReturnType<Visitor['get']>, what: string) => {
    const page = await asked;
    const told = [page.status, page.headers.get('retry-after'), headingOf(page.text)];
    expect(told, what).to.deep.equal([503, '5', 'Your data can’t be reached now']);
    expect(page.headers.getSetCookie(), 'nobody is signed out').to.deep.equal([]);
    expect(page.text).not.to.match(/wrong|ECONNREFUSED|no route/);
  };

  for (const [name, shown] of unshaken) {
    it(`${name}: says so, signs nobody out, and goes on when it is back`, async () => {
      stores[name].fault = unreachable();
      for (const path of pages) {
        if (shown.includes(path)) expect((await visitor.get(path)).status, path).to.be.oneOf([200, 303]);
        else await expectAway(visitor.get(path), path);
      }
      stores[name].fault = undefined;
      for (const path of pages) expect((await visitor.get(path)).status, path).to.be.oneOf([200, 303]);
    });
  }

  it('never calls a password wrong, nor counts that as a failure', async () => {
    const path = await invite(service);
    for (const name of ['accountStore', 'sessionStore'] as const) {
      stores[name].fault = unreachable();
      for (let attempt = 0; attempt < 12; attempt += 1) await expectAway(signIn(new Visitor(service)), name);
      stores[name].fault = undefined;
    }
    stores.accountStore.fault = unreachable();
    await expectAway(new Visitor(service).get(path), 'an invitation');
    await expectAway(new Visitor(service).post(path, { password: OWN_PASSWORD }), 'an invitation');
    stores.accountStore.fault = undefined;
    expect((await signIn(new Visitor(service))).status).to.equal(303);
    expect((await new Visitor(service).post(path, { password: OWN_PASSWORD })).status, 'not spent').to.equal(303);
  });

  it('shows the sign-in to who is not signed in', async () => {
    for (const store of Object.values(stores)) store.fault = unreachable();
    expect((await new Visitor(service).get('/dashboard/sign-in')).status).to.equal(200);
    expect((await new Visitor(service).get(KEYS)).status).to.equal(303);
  });

  it('does what it can’t note', async () => {
    stores.auditTrail.fault = unreachable();
    const page = await visitor.post(KEYS, { name: 'build', expiry: '' });
    expect([page.status, headingOf(page.text)]).to.deep.equal([200, 'Your new key']);
    expect(service.logs.some(({ message }) => message === 'an event could not be noted')).to.equal(true);
  });

  it('takes a sign-out for done where it is', async () => {
    stores.sessionStore.fault = unreachable();
    await expectAway(visitor.post('/dashboard/sign-out'), 'sign-out');
    stores.sessionStore.fault = undefined;
    expect((await visitor.get(KEYS)).status, 'still signed in').to.equal(200);
  });

  it('tells a fault of ours as no more than that', async () => {
    stores.keyStore.fault = new TypeError('not a function');
    const page = await visitor.get(KEYS);
    expect([page.status, headingOf(page.text), faultsOf(page.text)]).to.deep.equal([500, 'Something went wrong', []]);
    expect(page.text).not.to.contain('not a function');
    expect(page.text).to.contain(page.headers.get('x-request-id'));
    expect(
      service.logs.some(({ message, code }) => message === 'a request failed' && code === 'INTERNAL_ERROR'),
    ).to.equal(true);
  });
});
