import { expect } from 'chai';
import { FIRST_SUBSCRIBER, FirstStart } from '../../src/application/first-start.ts';
import { customerDesk } from '../support/customer-desk.ts';

function starting() {
  const desk = customerDesk();
  const { keyStore: store, accountStore: accounts, keys, clock, events } = desk;
  return { ...desk, firstStart: new FirstStart({ store, accounts, keys, clock, events }) };
}

describe('FirstStart', () => {
  it('makes the first customer, with a key and an address, once', async () => {
    const { firstStart, keyStore, accountStore, digester, clock, invite, actions } = starting();
    keyStore.subscribers.clear();
    const text = (await firstStart.run()) ?? '';
    const local = { id: 'local', name: null, plan: 'annual', status: 'active', createdAtMs: clock.nowMs() };
    expect([...keyStore.subscribers.values()]).to.deep.equal([local]);
    const [key, ...others] = keyStore.keys.values();
    expect(key).to.include({ subscriberId: 'local', name: 'first start', digest: digester.digest(text) });
    expect(others).to.deep.equal([]);
    const account = { subscriberId: 'local', email: 'local@localhost', passwordHash: null };
    expect([...accountStore.accounts.values()]).to.deep.equal([account]);
    expect(actions()).to.deep.equal(['key-created']);
    expect(await invite.invite(FIRST_SUBSCRIBER)).to.include({ email: 'local@localhost' });

    accountStore.accounts.clear();
    expect(await firstStart.run()).to.equal(undefined);
    expect(keyStore.keys.size).to.equal(1);
    expect(accountStore.accounts.size).to.equal(0);
  });

  it('makes nobody where there is anybody', async () => {
    const { firstStart, keyStore, accountStore } = starting();
    expect(await firstStart.run()).to.equal(undefined);
    expect([...keyStore.subscribers.keys()]).to.deep.equal(['acme', 'beta']);
    expect(keyStore.keys.size).to.equal(0);
    expect(accountStore.accounts.size).to.equal(0);
  });
});
