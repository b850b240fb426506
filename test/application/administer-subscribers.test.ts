import { expect } from 'chai';
import { AdministerSubscribers } from '../../src/application/administer-subscribers.ts';
import { plans } from '../support/builders.ts';
import { customerDesk } from '../support/customer-desk.ts';
import { rejectionOf } from '../support/rejection.ts';

const gamma = { id: 'gamma', plan: 'annual', name: 'Gamma' };
const taken = 'Another subscriber has this e-mail address: choose another one.';
const malformed = 'An e-mail address is of the form name@example.com.';

/** A desk with the subscribers `acme`, who has an account, and `beta`. */
async function administering() {
  const desk = customerDesk();
  await desk.open('acme');
  const { keyStore, accountStore: accounts, clock } = desk;
  return { ...desk, subscribers: new AdministerSubscribers({ store: keyStore, accounts, plans, clock }) };
}

describe('AdministerSubscribers', () => {
  it('adds a subscriber, with an address or without one', async () => {
    const { subscribers, keyStore, accountStore, clock } = await administering();
    const added = await subscribers.add({ ...gamma, email: ' Gamma@Example.com' });
    expect(added).to.deep.equal({ ...gamma, status: 'active', createdAtMs: clock.nowMs() });
    expect(keyStore.subscribers.get('gamma')).to.deep.equal(added);
    const account = { subscriberId: 'gamma', email: 'gamma@example.com', passwordHash: null };
    expect(accountStore.accounts.get('gamma')).to.deep.equal(account);
    await subscribers.add({ ...gamma, id: 'delta' });
    expect([...accountStore.accounts.keys()]).to.deep.equal(['acme', 'gamma']);
  });

  it('writes nothing at all where anything of a new one is wrong', async () => {
    const { subscribers, keyStore, accountStore } = await administering();
    const before = [[...keyStore.subscribers], [...accountStore.accounts]];
    const id = 'There is a subscriber beta already: choose another id.';
    const name = 'A name is 1 to 100 characters, none of them a control character.';
    const table: [Partial<Parameters<AdministerSubscribers['add']>[0]>, string][] = [
      [{ email: 'ACME@example.com' }, taken],
      [{ email: 'gamma' }, malformed],
      [{ email: '' }, malformed],
      [{ id: 'beta', email: 'beta@example.com' }, id],
      [{ name: '', email: 'gamma@example.com' }, name],
      [{ plan: 'gold', email: 'gamma@example.com' }, 'There is no such plan: choose one of enterprise, annual, free.'],
    ];
    for (const [facts, message] of table) {
      const refusal = await rejectionOf(subscribers.add({ ...gamma, ...facts }));
      expect(refusal, JSON.stringify(facts)).to.deep.include({ code: 'INVALID_ARGUMENT', message });
      expect([[...keyStore.subscribers], [...accountStore.accounts]]).to.deep.equal(before);
    }
  });

  it('gives a subscriber another address, and keeps the password', async () => {
    const { subscribers, accountStore } = await administering();
    await accountStore.setPasswordHash('acme', 'hash');
    expect(await subscribers.setEmail('acme', ' Ann@Example.com ')).to.equal('ann@example.com');
    const ann = { subscriberId: 'acme', email: 'ann@example.com', passwordHash: 'hash' };
    expect(accountStore.accounts.get('acme')).to.deep.equal(ann);
    expect(await subscribers.setEmail('acme', 'ANN@example.com'), 'their own').to.equal('ann@example.com');
    expect(await subscribers.setEmail('beta', 'acme@example.com'), 'one that is free again').to.be.a('string');
  });

  it('gives no address that is another’s, none that is malformed, and none to nobody', async () => {
    const { subscribers, accountStore } = await administering();
    const before = [...accountStore.accounts];
    const table: [string, string, string][] = [
      ['beta', 'ACME@example.com', taken],
      ['beta', 'beta', malformed],
      ['nobody', 'nobody@example.com', "There is no such subscriber: see them all by 'subscribers list'."],
    ];
    for (const [id, email, message] of table) {
      const refusal = await rejectionOf(subscribers.setEmail(id, email));
      expect(refusal, email).to.deep.include({ code: 'INVALID_ARGUMENT', message });
    }
    expect([...accountStore.accounts]).to.deep.equal(before);
  });
});
