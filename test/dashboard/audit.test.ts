import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { copyableOf, idsBelow, rowsOf } from '../support/dashboard-page.ts';
import { ACCOUNT, addCustomer, enter, KEYS, OWN_PASSWORD, signIn, Visitor } from '../support/dashboard-visit.ts';
import { startService, type TestService } from '../support/service.ts';

const ANOTHER = 'oxbow/thicket 48 plover-gannet';
const now = '2026-01-02 03:04 UTC';
const from = (address: string) => ({ 'x-forwarded-for': address, 'user-agent': `Browser at ${address}` });

describe('what happened, as a customer is told', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService({ settings: { trustedProxies: 1 } });
    await addCustomer(service, 'acme');
  });
  afterEach(() => service.stop());

  const eventsOf = async (visitor: Visitor) => rowsOf((await visitor.get(ACCOUNT)).text, 'events');

  it('is all that was done, with the address it was done from, and the operator’s with none', async () => {
    const visitor = await enter(service, 'acme', from('192.0.2.1'));
    const { text } = await visitor.post(KEYS, { name: 'build', expiry: '' });
    const key = copyableOf(text, 'key');
    const hint = `${key.slice(0, 8)}…${key.slice(-4)}`;
    const [id = ''] = idsBelow((await visitor.get(KEYS)).text, KEYS);
    await visitor.post(`${KEYS}/${id}/rename`, { name: 'test' });
    await visitor.post(`${KEYS}/${id}/rotate`, { overlap: '1h' });
    await visitor.post(`${KEYS}/${id}/revoke`);
    await visitor.post(`${KEYS}/${id}/revoke`);
    const [other, third] = [new Visitor(service, from('2001:db8::7')), new Visitor(service, from('nonsense'))];
    await signIn(other, 'acme@example.com');
    await signIn(third, 'acme@example.com');
    await third.post('/dashboard/sign-out');
    const [session = ''] = idsBelow((await visitor.get(ACCOUNT)).text, `${ACCOUNT}/sessions`);
    await visitor.post(`${ACCOUNT}/sessions/${session}/end`);
    await visitor.post(`${ACCOUNT}/password`, { current: OWN_PASSWORD, password: ANOTHER });
    const operator = service.container.get(ids.administerKeys);
    const { key: made } = await operator.create({ subscriberId: 'acme', name: null, expiresInMs: null });
    await operator.rename(made.id, 'by hand');
    await operator.revoke(made.id);

    const events = (await eventsOf(visitor)).map(([what, , ofWhat, where]) => [what, ofWhat, where]);
    expect(events, 'of one moment, in any order').to.have.deep.members([
      ['Key revoked', `${made.hint} by hand`, 'the operator'],
      ['Key renamed', `${made.hint} by hand`, 'the operator'],
      ['Key created', made.hint, 'the operator'],
      ['Signed in', 'Browser at 192.0.2.1', '192.0.2.1'],
      ['Password changed', '–', '192.0.2.1'],
      ['Session ended', 'Browser at 2001:db8::7', '192.0.2.1'],
      ['Signed out', 'Browser at nonsense', 'unknown'],
      ['Signed in', 'Browser at nonsense', 'unknown'],
      ['Signed in', 'Browser at 2001:db8::7', '2001:db8::7'],
      ['Key revoked', `${hint} test`, '192.0.2.1'],
      ['Key rotated', `${hint} test`, '192.0.2.1'],
      ['Key renamed', `${hint} test`, '192.0.2.1'],
      ['Key created', `${hint} build`, '192.0.2.1'],
      ['Signed in', 'Browser at 192.0.2.1', '192.0.2.1'],
      ['Password set', '–', '192.0.2.1'],
      ['Invited to set a password', '–', 'the operator'],
    ]);
    expect((await eventsOf(visitor)).every(([, when]) => when === now)).to.equal(true);
  });

  it('is told with the latest first', async () => {
    const visitor = await enter(service, 'acme');
    for (const name of ['one', 'two', 'three']) {
      service.clock.advance(1);
      await visitor.post(KEYS, { name, expiry: '' });
    }
    const latest = (await eventsOf(visitor)).slice(0, 3).map(([, , ofWhat]) => ofWhat?.split(' ')[1]);
    expect(latest).to.deep.equal(['three', 'two', 'one']);
  });

  it('is never another customer’s', async () => {
    const [acme, local] = [
      await enter(service, 'acme', from('192.0.2.1')),
      await enter(service, 'local', from('192.0.2.2')),
    ];
    await acme.post(KEYS, { name: 'of acme', expiry: '' });
    await local.post(KEYS, { name: 'of local', expiry: '' });
    const told = [JSON.stringify(await eventsOf(acme)), JSON.stringify(await eventsOf(local))];
    expect(told[0])
      .to.contain('of acme')
      .and.not.to.match(/of local|192\.0\.2\.2/);
    expect(told[1])
      .to.contain('of local')
      .and.not.to.match(/of acme|192\.0\.2\.1/);
  });

  it('shows what a browser calls itself as a text, cut off and without a key', async () => {
    const browser = `<img src=x> ${service.key} ${'x'.repeat(300)}`;
    const visitor = await enter(service, 'acme', { 'user-agent': browser });
    const signedIn = (await eventsOf(visitor)).find(([what]) => what === 'Signed in');
    expect(signedIn?.[2]).to.equal(browser.replace(service.key, 'pgs_***').slice(0, 200));
    expect((await visitor.get(ACCOUNT)).text).not.to.contain('<img');
  });
});
