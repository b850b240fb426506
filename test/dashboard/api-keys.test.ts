import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import {
  copyableOf,
  faultsOf,
  headingOf,
  idsBelow,
  noticeOf,
  rowsOf,
  textOf,
  typedIn,
} from '../support/dashboard-page.ts';
import { addCustomer, enter, KEYS, type Visitor } from '../support/dashboard-visit.ts';
import { operatorOf } from '../support/operator.ts';
import { startService, type TestService } from '../support/service.ts';

const HOUR_MS = 3_600_000;
const MAX_LIVE = 20;

describe('the API keys of a customer', () => {
  let service: TestService;
  let visitor: Visitor;
  beforeEach(async () => {
    service = await startService();
    await addCustomer(service, 'acme');
    visitor = await enter(service, 'acme');
  });
  afterEach(() => service.stop());

  const create = async (name = '', expiry = '') => {
    const { text } = await visitor.post(KEYS, { name, expiry });
    const key = copyableOf(text, 'key');
    expect(key).to.match(/^pgs_\w{38}$/);
    return { key, id: await idOf(key) };
  };
  const hintOf = (key: string) => `${key.slice(0, 8)}…${key.slice(-4)}`;
  const idOf = async (key: string) => {
    const keys = await service.container.get(ids.administerKeys).list({ subscriberId: 'acme' });
    return keys.find(({ hint }) => hint === hintOf(key))?.id ?? '';
  };
  const use = async (key: string) => (await service.call({ key, body: { length: 20 } })).status;
  const list = async () => rowsOf((await visitor.get(KEYS)).text);

  it('are none at first', async () => {
    const { text } = await visitor.get(KEYS);
    expect(textOf(text)).to.contain('0 of 20 are live There is no key yet: create the first one above.');
  });

  it('work at once, and each is shown this once', async () => {
    const page = await visitor.post(KEYS, { name: 'build server', expiry: '' });
    const key = copyableOf(page.text, 'key');
    expect([page.status, headingOf(page.text)]).to.deep.equal([200, 'Your new key']);
    expect(copyableOf(page.text, 'curl')).to.equal(
      `curl -sS ${service.url}/api/passwords -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"length": 20}'`,
    );
    expect(await use(key)).to.equal(200);
    const id = await idOf(key);
    for (const path of [KEYS, `${KEYS}/${id}`, `${KEYS}/${id}/revoke`, '/dashboard', '/dashboard/settings/account']) {
      const { status, text } = await visitor.get(path);
      expect(status, path).to.equal(200);
      expect(text, path).not.to.contain(key.slice(8, -4));
    }
    await service.container.get(ids.recordUses).flush();
    const now = '2026-01-02 03:04 UTC';
    expect(await list()).to.deep.equal([
      ['build server', hintOf(key), now, now, 'never', 'active', `Manage ${hintOf(key)}`],
    ]);
  });

  it('end when they are to', async () => {
    const days: [expiry: string, days: number][] = [
      ['7d', 7],
      ['30d', 30],
      ['90d', 90],
      ['365d', 365],
    ];
    const made = [];
    for (const [expiry, after] of days) made.push({ ...(await create(expiry, expiry)), after });
    let passedDays = 0;
    for (const { key, after } of made) {
      service.clock.advance((after - passedDays) * 24 * HOUR_MS - 1);
      expect(await use(key), `${after} days`).to.equal(200);
      service.clock.advance(1);
      expect(await use(key), `${after} days`).to.equal(401);
      passedDays = after;
    }
    const page = await visitor.post(KEYS, { name: 'x', expiry: '36500d' });
    expect(page.status, 'the session has ended too').to.equal(303);
  });

  it('may be called another name, or none', async () => {
    const { id } = await create('before');
    const page = await visitor.post(`${KEYS}/${id}/rename`, { name: '  after & more ' });
    expect([page.status, page.location]).to.deep.equal([303, `${KEYS}/${id}?done=renamed`]);
    const shown = await visitor.get(page.location ?? '');
    expect([headingOf(shown.text), noticeOf(shown.text)]).to.deep.equal(['after & more', 'The key has its new name.']);
    await visitor.post(`${KEYS}/${id}/rename`, { name: ' ' });
    expect((await list())[0]?.[0]).to.equal('unnamed');
  });

  for (const [overlap, hours] of [['1h', 1] as const, ['24h', 24] as const, ['7d', 168] as const]) {
    it(`may be replaced while both work for ${hours} hours`, async () => {
      const { key, id } = await create('build');
      const page = await visitor.post(`${KEYS}/${id}/rotate`, { overlap });
      const next = copyableOf(page.text, 'key');
      expect([page.status, await use(key), await use(next)]).to.deep.equal([200, 200, 200]);
      expect(textOf(page.text)).to.contain(`The key before, ${hintOf(key)}, works until 2026-01-`);
      expect((await list()).map(([name]) => name)).to.deep.equal(['build', 'build']);
      service.clock.advance(hours * HOUR_MS - 1);
      expect([await use(key), await use(next)]).to.deep.equal([200, 200]);
      service.clock.advance(1);
      expect([await use(key), await use(next)]).to.deep.equal([401, 200]);
    });
  }

  it('may be replaced at once', async () => {
    const { key, id } = await create('build');
    const page = await visitor.post(`${KEYS}/${id}/rotate`, { overlap: '0' });
    expect(textOf(page.text)).to.contain(`The key before, ${hintOf(key)}, has ended: requests with it are refused.`);
    expect([await use(key), await use(copyableOf(page.text, 'key'))]).to.deep.equal([401, 200]);
    const again = await visitor.post(`${KEYS}/${id}/rotate`, { overlap: '0' });
    expect([again.status, faultsOf(again.text)]).to.deep.equal([
      422,
      ['The key is revoked or expired: create a new one.'],
    ]);
  });

  it('are told with the end that was nearer when they are replaced', async () => {
    const { id } = await create('build', '7d');
    await visitor.post(`${KEYS}/${id}/rotate`, { overlap: '1h' });
    const page = await visitor.post(`${KEYS}/${id}/rotate`, { overlap: '24h' });
    expect(textOf(page.text)).to.contain('works until 2026-01-02 04:04 UTC.');
    const short = await create('short', '7d');
    service.clock.advance(6 * 24 * HOUR_MS + HOUR_MS);
    visitor = await enter(service, 'acme');
    const late = await visitor.post(`${KEYS}/${short.id}/rotate`, { overlap: '24h' });
    expect(textOf(late.text)).to.contain('works until 2026-01-09 03:04 UTC.');
  });

  it('are shown once they took the place of others, whatever fails then', async () => {
    const { key, id } = await create('build');
    const store = service.container.get(ids.keyStore);
    const { replaceKey, findKey, listKeys } = store;
    const away = async () => {
      throw new ServiceError('STORE_UNAVAILABLE', 'The store is away.');
    };
    store.replaceKey = async (...facts) => {
      const outcome = await replaceKey.apply(store, facts);
      Object.assign(store, { findKey: away, listKeys: away });
      return outcome;
    };
    const page = await visitor.post(`${KEYS}/${id}/rotate`, { overlap: '1h' });
    Object.assign(store, { replaceKey, findKey, listKeys });
    expect([page.status, headingOf(page.text)]).to.deep.equal([200, 'Your new key']);
    expect(textOf(page.text)).to.contain(`The key before, ${hintOf(key)}, works until 2026-01-02 04:04 UTC.`);
    expect(await use(copyableOf(page.text, 'key'))).to.equal(200);
  });

  it('can be neither renamed nor replaced when they have ended', async () => {
    const ended = 'The key is revoked or expired: create a new one.';
    const revoked = await create('revoked');
    const expired = await create('expired', '7d');
    await visitor.post(`${KEYS}/${revoked.id}/revoke`);
    service.clock.advance(7 * 24 * HOUR_MS);
    visitor = await enter(service, 'acme');
    for (const { id } of [revoked, expired]) {
      for (const [path, fields] of [
        ['rename', { name: 'after' }],
        ['rename', { name: 'x'.repeat(101) }],
        ['rotate', { overlap: '1h' }],
        ['rotate', { overlap: 'soon' }],
      ] as const) {
        const page = await visitor.post(`${KEYS}/${id}/${path}`, fields);
        expect([page.status, faultsOf(page.text)], path).to.deep.equal([422, [ended]]);
      }
    }
    expect((await list()).map(([name]) => name)).to.have.members(['revoked', 'expired']);
  });

  it('end at once when they are revoked, and that is asked first', async () => {
    const { key, id } = await create('build');
    expect(await use(key)).to.equal(200);
    const asked = await visitor.get(`${KEYS}/${id}/revoke`);
    expect(headingOf(asked.text)).to.equal('Revoke this key?');
    expect(await use(key), 'asked alone').to.equal(200);
    const page = await visitor.post(`${KEYS}/${id}/revoke`);
    expect([page.status, page.location]).to.deep.equal([303, `${KEYS}?done=revoked`]);
    expect(await use(key)).to.equal(401);
    expect((await list())[0]?.[5]).to.equal('revoked');
    expect((await visitor.post(`${KEYS}/${id}/revoke`)).status, 'once more').to.equal(303);
    const shown = await visitor.get(`${KEYS}/${id}`);
    expect(textOf(shown.text)).to.contain("This key has ended and can't be changed any more.");
  });

  it('are twenty live ones at most, and the form is kept', async () => {
    for (let count = 0; count < MAX_LIVE; count += 1) await create(`key ${count}`);
    const full = 'There are 20 live keys, which is the most: revoke one that is not used, then try again.';
    const page = await visitor.post(KEYS, { name: 'one more', expiry: '90d' });
    expect([page.status, faultsOf(page.text)]).to.deep.equal([409, [full]]);
    expect(typedIn(page.text, 'name')).to.equal('one more');
    expect(page.text).to.match(/<option(?=[^>]* selected)[^>]* value="90d"|<option value="90d" selected/);
    const [id = '', other = ''] = idsBelow((await visitor.get(KEYS)).text, KEYS);
    const rotated = await visitor.post(`${KEYS}/${id}/rotate`, { overlap: '1h' });
    expect([rotated.status, faultsOf(rotated.text)], 'both would be live').to.deep.equal([409, [full]]);
    expect((await visitor.post(`${KEYS}/${other}/rotate`, { overlap: '0' })).status, 'one for one').to.equal(200);
    await visitor.post(`${KEYS}/${id}/revoke`);
    await create('now there is room');
  });

  it('are twenty at most also of thirty that are asked for at once', async () => {
    const wishes = Array.from({ length: 30 }, (_, count) => visitor.post(KEYS, { name: `${count}`, expiry: '' }));
    const statuses = (await Promise.all(wishes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).to.have.lengthOf(MAX_LIVE);
    expect(statuses.filter((status) => status === 409)).to.have.lengthOf(10);
    expect(await list()).to.have.lengthOf(MAX_LIVE);
  });

  it('are made for a time that is listed, and no other', async () => {
    for (const expiry of ['never', '1d', '0', '-7d', '__proto__', '7D']) {
      const page = await visitor.post(KEYS, { name: 'build', expiry });
      expect([page.status, faultsOf(page.text)]).to.deep.equal([422, ['Expiry must be one of the times listed']]);
      expect(typedIn(page.text, 'name')).to.equal('build');
    }
    const { id } = await create();
    for (const overlap of ['', '1', '2h', '-1h', 'constructor']) {
      const page = await visitor.post(`${KEYS}/${id}/rotate`, { overlap });
      const fault = 'The end of the old key must be one of the times listed';
      expect([page.status, faultsOf(page.text)]).to.deep.equal([422, [fault]]);
    }
    expect(await list()).to.have.lengthOf(1);
  });

  it('are the same that the operator makes, lists and revokes', async () => {
    const operator = operatorOf(service.dataDir);
    const { id, key } = await operator.json('keys', 'create', '--subscriber', 'acme', '--name', 'by the operator');
    expect((await list()).map(([name, hint]) => [name, hint])).to.deep.equal([['by the operator', hintOf(key)]]);
    await visitor.post(`${KEYS}/${id}/rename`, { name: 'by the customer' });
    const own = await create('own');
    await visitor.post(`${KEYS}/${id}/revoke`);
    expect(await use(key)).to.equal(401);
    const listed = await operator.json('keys', 'list', '--subscriber', 'acme');
    expect(listed.map(({ name, status }: Record<string, string>) => [name, status])).to.have.deep.members([
      ['by the customer', 'revoked'],
      ['own', 'active'],
    ]);
    await operator.json('keys', 'revoke', own.id);
    expect((await list()).map(([name, , , , , status]) => [name, status])).to.have.deep.members([
      ['own', 'revoked'],
      ['by the customer', 'revoked'],
    ]);
  }).timeout(40_000);
});
