import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { copyableOf, faultsOf, idsBelow, rowsOf, usageOf } from '../support/dashboard-page.ts';
import {
  ACCOUNT,
  addCustomer,
  enter,
  invite,
  KEYS,
  OWN_PASSWORD,
  signIn,
  Visitor,
} from '../support/dashboard-visit.ts';
import { startService, type TestService } from '../support/service.ts';
import { SettableClock } from '../support/settable-clock.ts';
import { newSubscriberId, onSharedStores } from '../support/shared-stores.ts';

const PROMISED_MS = 5000;
const ANOTHER = 'oxbow/thicket 48 plover-gannet';

describe('the dashboard of two services with the same customers', () => {
  const stores = onSharedStores();
  let one: TestService;
  let other: TestService;
  let id: string;
  before(async () => {
    const { mongodbUrl, redisUrl } = stores();
    const options = { clock: new SettableClock(), settings: { mongodbUrl, redisUrl } };
    [one, other] = [await startService(options), await startService(options)];
  });
  after(async () => {
    await one?.stop();
    await other?.stop();
  });
  beforeEach(async () => {
    id = newSubscriberId();
    await addCustomer(one, id);
  });

  /** The same browser, at the other service: both are behind one name. */
  const atOther = (visitor: Visitor) => {
    const same = new Visitor(other);
    for (const [name, value] of visitor.cookies) same.cookies.set(name, value);
    return same;
  };
  const statuses = (visitors: readonly Visitor[]) =>
    Promise.all(visitors.map(async (visitor) => (await visitor.get(KEYS)).status));
  const use = async (key: string) => {
    const calls = [one, other].map((service) => service.call({ key, body: { length: 20 } }));
    return (await Promise.all(calls)).map(({ status }) => status);
  };
  const createKey = async (visitor: Visitor) => {
    const key = copyableOf((await visitor.post(KEYS, { name: 'build', expiry: '' })).text, 'key');
    return { key, keyId: idsBelow((await visitor.get(KEYS)).text, KEYS)[0] ?? '' };
  };

  it('takes an invitation at either, once', async () => {
    const path = await invite(one, id);
    expect((await new Visitor(one).get(path)).status).to.equal(200);
    const visitors = [one, other, one, other].map((service) => new Visitor(service));
    const pages = await Promise.all(visitors.map((visitor) => visitor.post(path, { password: OWN_PASSWORD })));
    expect(pages.map(({ status }) => status).sort()).to.deep.equal([303, 410, 410, 410]);
    const [first, second] = [await invite(one, id), await invite(other, id)];
    expect((await new Visitor(other).get(first)).status, 'a further one').to.equal(410);
    expect((await new Visitor(one).get(second)).status).to.equal(200);
  });

  it('knows a session at both, and its end', async () => {
    const visitor = await enter(one, id);
    expect(await statuses([visitor, atOther(visitor)])).to.deep.equal([200, 200]);
    await atOther(visitor).post('/dashboard/sign-out');
    expect(await statuses([visitor, atOther(visitor)])).to.deep.equal([303, 303]);
  });

  it('ends all other sessions at both with a change of the password', async () => {
    const [visitor, second] = [await enter(one, id), new Visitor(other)];
    await signIn(second, `${id}@example.com`);
    const before = atOther(visitor);
    await visitor.post(`${ACCOUNT}/password`, { current: OWN_PASSWORD, password: ANOTHER });
    expect(await statuses([second, before, visitor, atOther(visitor)])).to.deep.equal([303, 303, 200, 200]);
    expect((await signIn(new Visitor(other), `${id}@example.com`)).status).to.equal(401);
  });

  it('ends a session by its id at either, and never another customer’s', async () => {
    const [visitor, second] = [await enter(one, id), new Visitor(other)];
    await signIn(second, `${id}@example.com`);
    const path = `${ACCOUNT}/sessions`;
    const [session = ''] = idsBelow((await visitor.get(ACCOUNT)).text, path);
    const stranger = newSubscriberId();
    await addCustomer(one, stranger);
    expect((await (await enter(other, stranger)).post(`${path}/${session}/end`)).status).to.equal(404);
    expect(await statuses([second])).to.deep.equal([200]);
    expect((await visitor.post(`${path}/${session}/end`)).status).to.equal(303);
    expect(await statuses([second, visitor])).to.deep.equal([303, 200]);
  });

  it('makes keys that work at both at once, and ends them at both within 5 seconds', async () => {
    const visitor = await enter(one, id);
    const { key, keyId } = await createKey(visitor);
    expect(await use(key)).to.deep.equal([200, 200]);
    expect((await visitor.post(`${KEYS}/${keyId}/revoke`)).status).to.equal(303);
    one.clock.advance(PROMISED_MS);
    expect(await use(key)).to.deep.equal([401, 401]);
    expect(
      rowsOf((await atOther(visitor).get(KEYS)).text).map(([name, , , , , status]) => [name, status]),
    ).to.deep.equal([['build', 'revoked']]);
  });

  it('replaces a key at either, with both at work until the old one ends', async () => {
    const visitor = await enter(one, id);
    const { key, keyId } = await createKey(visitor);
    const page = await atOther(visitor).post(`${KEYS}/${keyId}/rotate`, { overlap: '1h' });
    const next = copyableOf(page.text, 'key');
    expect([await use(key), await use(next)]).to.deep.equal([
      [200, 200],
      [200, 200],
    ]);
    one.clock.advance(3_600_000 - 1);
    expect([await use(key), await use(next)]).to.deep.equal([
      [200, 200],
      [200, 200],
    ]);
    one.clock.advance(1);
    expect([await use(key), await use(next)]).to.deep.equal([
      [401, 401],
      [200, 200],
    ]);
    expect(faultsOf((await visitor.post(`${KEYS}/${keyId}/rotate`, { overlap: '0' })).text)).to.deep.equal([
      'The key is revoked or expired: create a new one.',
    ]);
  });

  it('makes twenty keys at most of thirty that are asked for at both at once', async () => {
    const visitor = await enter(one, id);
    const visitors = [visitor, atOther(visitor)];
    const wishes = Array.from({ length: 30 }, (_, index) => visitors[index % 2]!.post(KEYS, { name: '', expiry: '' }));
    const told = (await Promise.all(wishes)).map(({ status }) => status).sort();
    expect(told).to.deep.equal([...Array(20).fill(200), ...Array(10).fill(409)]);
    expect(rowsOf((await visitor.get(KEYS)).text)).to.have.lengthOf(20);
  });

  it('has nothing to do with another customer’s key', async () => {
    const visitor = await enter(one, id);
    const { key, keyId } = await createKey(visitor);
    const stranger = newSubscriberId();
    await addCustomer(one, stranger);
    const thief = await enter(other, stranger);
    const pages = [
      await thief.get(`${KEYS}/${keyId}`),
      await thief.get(`${KEYS}/${keyId}/revoke`),
      await thief.post(`${KEYS}/${keyId}/rename`, { name: 'mine' }),
      await thief.post(`${KEYS}/${keyId}/rotate`, { overlap: '0' }),
      await thief.post(`${KEYS}/${keyId}/revoke`),
    ];
    expect(pages.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404, 404]);
    expect(rowsOf((await thief.get(KEYS)).text)).to.deep.equal([]);
    expect(rowsOf((await visitor.get(KEYS)).text).map(([name]) => name)).to.deep.equal(['build']);
    one.clock.advance(PROMISED_MS);
    expect(await use(key)).to.deep.equal([200, 200]);
  });

  it('shows usage at once where it was counted, and at the other one when it is written', async () => {
    const visitor = await enter(one, id);
    const { key } = await createKey(visitor);
    await one.call({ key, path: '/api/passwords/bulk', body: { length: 20, count: 7 } });
    await other.call({ key, body: { length: 1 } });
    const shown = async () => {
      const pages = [await visitor.get('/dashboard'), await atOther(visitor).get('/dashboard')];
      return pages.map(({ text }) => usageOf(text).hour);
    };
    expect(await shown()).to.deep.equal([
      [1, 7, 0],
      [1, 0, 0],
    ]);
    await one.container.get(ids.recordUsage).flush();
    expect(await shown()).to.deep.equal([
      [1, 7, 0],
      [2, 7, 0],
    ]);
    await other.container.get(ids.recordUsage).flush();
    expect(await shown()).to.deep.equal([
      [2, 7, 0],
      [2, 7, 0],
    ]);
  });

  it('tells at both what happened at either, and nobody else', async () => {
    const visitor = await enter(one, id);
    await createKey(atOther(visitor));
    const events = async (of: Visitor) => rowsOf((await of.get(ACCOUNT)).text, 'events').map(([what]) => what);
    const all = ['Key created', 'Signed in', 'Password set', 'Invited to set a password'];
    for (const of of [visitor, atOther(visitor)]) expect(await events(of)).to.have.members(all);
  });
});
