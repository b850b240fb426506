import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { enter, Visitor } from '../support/dashboard-visit.ts';
import { expectFailure } from '../support/failures.ts';
import { startService, type TestService } from '../support/service.ts';

describe('the dashboard and the API', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('have nothing in common that opens both: a session is no key', async () => {
    const visitor = await enter(service);
    const token = visitor.cookies.get('passwords-session');
    for (const path of ['/api/passwords', '/api/passwords/bulk']) {
      const body = { length: 20, count: 1 };
      const missing = { headers: { 'www-authenticate': 'Bearer realm="passwords"' } };
      const invalid = { headers: { 'www-authenticate': 'Bearer realm="passwords", error="invalid_token"' } };
      const cookie = `${visitor.cookie}`;
      expectFailure(await service.call({ path, body, key: null, headers: { cookie } }), 'MISSING_API_KEY', missing);
      expectFailure(
        await service.call({ path, body, key: `${token}`, headers: { cookie } }),
        'INVALID_API_KEY',
        invalid,
      );
    }
  });

  it('have nothing in common that opens both: a key is no session', async () => {
    const { key } = service;
    expect((await service.call({ body: { length: 8 } })).status).to.equal(200);
    const bearer = new Visitor(service, { authorization: `Bearer ${key}`, 'x-api-key': key });
    const keeper = new Visitor(service);
    for (const name of ['passwords-session', '__Host-passwords-session', 'key']) keeper.cookies.set(name, key);
    const { routes } = service.container.get(ids.dashboard);
    const closed = routes.filter(({ path }) => !/sign-in|:token|assets/.test(path));
    expect(closed).to.have.lengthOf(16);
    for (const visitor of [bearer, keeper]) {
      for (const { method, path } of closed) {
        const page = method === 'get' ? await visitor.get(path) : await visitor.post(path, { name: 'x' });
        const told = path === '/dashboard/quota' ? [401, null] : [303, '/dashboard/sign-in'];
        expect([page.status, page.location?.split('?')[0] ?? null], `${method} ${path}`).to.deep.equal(told);
        expect(page.text, path).to.equal(path === '/dashboard/quota' ? 'null' : '');
      }
      expect((await visitor.get('/dashboard/sign-in')).status).to.equal(200);
    }
  });

  it('lead whoever is not signed in back to the page that was asked for', async () => {
    const visitor = new Visitor(service);
    const path = '/dashboard/settings/api-keys/key_x/revoke';
    expect((await visitor.get(path)).location).to.equal(`/dashboard/sign-in?next=${encodeURIComponent(path)}`);
    expect((await visitor.get('/dashboard')).location).to.equal('/dashboard/sign-in');
    expect((await visitor.post(path)).location, 'no form is sent again').to.equal('/dashboard/sign-in');
  });
});
