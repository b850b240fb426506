import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { headingOf, idsBelow, rowsOf } from '../support/dashboard-page.ts';
import { ACCOUNT, addCustomer, enter, KEYS, type Visitor } from '../support/dashboard-visit.ts';
import { startService, type TestService } from '../support/service.ts';

const OTHERS_KEYS = 1000;

describe('the API keys of other customers', () => {
  let service: TestService;
  let visitor: Visitor;
  before(async () => {
    service = await startService();
    await addCustomer(service, 'acme');
    await addCustomer(service, 'acme-2');
    visitor = await enter(service, 'acme');
  });
  after(() => service.stop());

  const keysOf = (subscriberId: string) => service.container.get(ids.administerKeys).list({ subscriberId });
  const requests = (id: string) => [
    () => visitor.get(`${KEYS}/${id}`),
    () => visitor.get(`${KEYS}/${id}/revoke`),
    () => visitor.post(`${KEYS}/${id}/rename`, { name: 'mine now' }),
    () => visitor.post(`${KEYS}/${id}/rotate`, { overlap: '0' }),
    () => visitor.post(`${KEYS}/${id}/revoke`),
  ];

  it('are told of as if there were none, and can’t be changed', async () => {
    const before = await keysOf('local');
    const unknown = before.map(({ id }) => id.replace(/.{3}$/, 'xyz'));
    const told = [];
    for (const id of [
      ...before.map((key) => key.id),
      ...unknown,
      'key_',
      '__proto__',
      '%00',
      '%zz',
      'x'.repeat(3000),
    ]) {
      for (const request of requests(id)) {
        const page = await request();
        expect([page.status, headingOf(page.text)], id.slice(0, 40)).to.deep.equal([404, 'There is no such page']);
        const requestId = page.headers.get('x-request-id') ?? '';
        told.push(page.text.replace(requestId, ''));
      }
    }
    expect(new Set(told).size, 'one page for them all').to.equal(1);
    expect(await keysOf('local')).to.deep.equal(before);
    expect((await service.call({ body: { length: 20 } })).status).to.equal(200);
    expect(rowsOf((await visitor.get(ACCOUNT)).text, 'events').map(([what]) => what)).to.not.include('Key renamed');
  });

  it('never appear on the list, however many there are', async () => {
    const keys = service.container.get(ids.administerKeys);
    const wishes = Array.from({ length: OTHERS_KEYS }, (_, index) => {
      const subscriberId = index % 2 ? 'acme-2' : 'local';
      return keys.create({ subscriberId, name: `of ${subscriberId}`, expiresInMs: null });
    });
    await Promise.all(wishes);
    const own = await keys.create({ subscriberId: 'acme', name: 'own', expiresInMs: null });
    const { text } = await visitor.get(KEYS);
    expect(idsBelow(text, KEYS)).to.deep.equal([own.key.id]);
    expect(rowsOf(text).map(([name]) => name)).to.deep.equal(['own']);
  });
});
