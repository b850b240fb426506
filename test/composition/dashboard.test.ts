import { expect } from 'chai';
import type { Container } from 'inversify';
import { createContainer } from '../../src/composition/container.ts';
import { ids } from '../../src/composition/ids.ts';
import { loadSettings } from '../../src/composition/settings.ts';
import { MemoryKeyStore } from '../support/memory-key-store.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { rejectionOf } from '../support/rejection.ts';
import { startService } from '../support/service.ts';
import { SettableClock } from '../support/settable-clock.ts';

/** Letters of one case, so that a source that gives one byte for ever will do. */
const lowercase = { length: 9, includeUppercase: false, includeNumbers: false, includeSymbols: false };
const origin = { address: '192.0.2.1', browser: 'Firefox' };

/** All of the service on fakes: whatever opened the real stores would fail on this path. */
async function onFakes(environment: Record<string, string> = {}) {
  const container = await createContainer(loadSettings({ DATA_DIR: '/dev/null/data', ...environment }));
  const clock = new SettableClock();
  const stores = memoryStores();
  container.rebind(ids.clock).toConstantValue(clock);
  container.rebind(ids.random).toConstantValue({ byte: () => 2 });
  container.rebind(ids.keyStore).toConstantValue(new MemoryKeyStore(clock));
  container.rebind(ids.accountStore).toConstantValue(stores.accountStore);
  container.rebind(ids.sessionStore).toConstantValue(stores.sessionStore);
  container.rebind(ids.usageStore).toConstantValue(stores.usageStore);
  container.rebind(ids.auditTrail).toConstantValue(stores.auditTrail);
  await container.get(ids.firstStart).run();
  return { container, ...stores };
}

function useFakeHashes(container: Container): void {
  container.rebind(ids.passwordHasher).toConstantValue({
    hash: async (password) => `hash of ${password}`,
    verify: async (hash, password) => hash === `hash of ${password}`,
  });
  container.rebind(ids.guessEstimator).toConstantValue({ guessesLog10: async (password) => password.length - 6 });
}

describe('the dashboard in the container', () => {
  it('works on a fake for every port of accounts, and each is asked for its own part', async () => {
    const { container, accountStore, sessionStore, usageStore, auditTrail } = await onFakes();
    useFakeHashes(container);
    await container.get(ids.loadDashboard)();
    const { token, email } = await container.get(ids.inviteCustomer).invite('local');
    const accepting = container.get(ids.acceptInvitation);
    expect(await accepting.accept(token, 'fifteen letter!', origin)).to.have.property('faults');
    // Sixteen, once it is in the form that is hashed.
    expect(await accepting.accept(token, 'ﬁfteen letters!', origin)).to.have.property('token');
    const attempt = { ...origin, email, password: 'fifteen letters!', network: '192.0.2.1' };
    expect(await container.get(ids.signIn).signIn(attempt)).to.include({ outcome: 'entered' });
    container.get(ids.issuePasswords).one('local', lowercase);
    await container.get(ids.recordUsage).flush();

    const account = { subscriberId: 'local', email: 'local@localhost', passwordHash: 'hash of fifteen letters!' };
    expect([...accountStore.accounts.values()]).to.deep.equal([account]);
    expect(sessionStore.sessions).to.have.length(2);
    const atMs = Date.UTC(2026, 0, 2, 3, 4);
    const used = { subscriberId: 'local', atMs, requests: 0, passwords: 1, refusals: 0 };
    expect(usageStore.counts).to.deep.equal([used]);
    expect(auditTrail.events.map(({ id, action }) => `${id} ${action}`)).to.deep.equal(
      ['key-created', 'invited', 'password-set', 'signed-in', 'signed-in'].map(
        (action) => `evt_2222222222222222 ${action}`,
      ),
    );
  });

  it('lets sixty sign-ins of a network and twenty passwords of a subscriber through in a minute', async () => {
    const { container } = await onFakes();
    useFakeHashes(container);
    await container.get(ids.loadDashboard)();
    const { token, email } = await container.get(ids.inviteCustomer).invite('local');
    const accept = (password: string) => container.get(ids.acceptInvitation).accept(token, password, origin);
    for (let time = 0; time < 19; time += 1) expect(await accept('short')).to.have.property('faults');
    expect(await accept('sixteen letters!')).to.have.property('token');
    const next = await container.get(ids.inviteCustomer).invite('local');
    const refusal = { code: 'TOO_MANY_CHANGES', retryAfterSeconds: 60 };
    const late = container.get(ids.acceptInvitation).accept(next.token, 'short', origin);
    expect(await rejectionOf(late)).to.deep.include(refusal);

    const attempt = { ...origin, email, password: 'sixteen letters!', network: '192.0.2.1' };
    const signIn = container.get(ids.signIn);
    for (let time = 0; time < 60; time += 1) expect(await signIn.signIn(attempt)).to.include({ outcome: 'entered' });
    expect(await signIn.signIn(attempt)).to.deep.equal({ outcome: 'blocked', availableInMs: 60_000 });
  });

  it('is not there where it is switched off, and accounts and usage are kept nevertheless', async () => {
    const { container, accountStore, usageStore } = await onFakes({ DASHBOARD: 'off' });
    expect(container.isBound(ids.loadDashboard)).to.equal(false);
    expect(await container.get(ids.inviteCustomer).invite('local')).to.include({ email: 'local@localhost' });
    expect(accountStore.invitations.size).to.equal(1);
    container.get(ids.usageCounter).requestDecided('local', true);
    await container.get(ids.recordUsage).flush();
    expect(usageStore.counts).to.have.length(1);
  });

  it('is loaded by the first who asks for it, once', async () => {
    const { container } = await onFakes();
    const load = container.get(ids.loadDashboard);
    expect(container.isBound(ids.dashboard)).to.equal(false);
    const [one, other] = await Promise.all([load(), load()]);
    expect(one).to.equal(other).and.to.equal(container.get(ids.dashboard));
  });

  it('is loaded by the next who asks where a part of it could not be made', async () => {
    const { container } = await onFakes();
    let broken = true;
    container.rebind(ids.passwordHasher).toResolvedValue(() => {
      if (broken) throw new Error('no memory');
      return { hash: async () => '', verify: async () => false };
    });
    const load = container.get(ids.loadDashboard);
    for (let time = 0; time < 2; time += 1) expect(await rejectionOf(load())).to.be.an('error');
    broken = false;
    expect(await load())
      .to.equal(container.get(ids.dashboard))
      .and.to.equal(await load());
  });

  it('has no page where it is switched off', async () => {
    const service = await startService({ settings: { dashboard: 'off' } });
    try {
      expect((await service.call({ method: 'GET', path: '/dashboard' })).status).to.equal(404);
      expect((await service.call({ body: { length: 20 } })).status).to.equal(200);
    } finally {
      await service.stop();
    }
  });
});
