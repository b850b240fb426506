import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { headingOf, typedIn } from '../support/dashboard-page.ts';
import { ACCOUNT, enter, invite, KEYS, Visitor } from '../support/dashboard-visit.ts';
import { expectFailure } from '../support/failures.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const unknown = [
  '/dashboard/',
  '/dashboard/nothing',
  '/dashboard/Sign-in',
  '/dashboard/settings/',
  '/dashboard/settings/api-keys/',
  '/dashboard/assets/',
  '/dashboard/assets/nothing.js',
  '/dashboard/assets/..%2f..%2fpackage.json',
  '/dashboard/%zz',
  '/dashboard/%00',
  '/dashboard/%C0%AE',
];
const apart = ['/Dashboard', '/dashboardx', '/dashboard.css', '/dashboar', '//dashboard'];
const MAX_FORM_BYTES = 192 * 1024;
const FORM = 'application/x-www-form-urlencoded';

describe('the paths of the dashboard', () => {
  let service: TestService;
  let visitor: Visitor;
  before(async () => {
    service = await startService();
    visitor = await enter(service);
  });
  after(() => service.stop());

  const routesByPath = () => {
    const byPath = new Map<string, string[]>();
    for (const { method, path } of service.container.get(ids.dashboard).routes) {
      byPath.set(path, [...(byPath.get(path) ?? []), method.toUpperCase()]);
    }
    return [...byPath].map(([path, methods]) => ({ path: path.replace(/:\w+/, 'x'), methods }));
  };

  it('are pages where they are unknown', async () => {
    for (const path of unknown) {
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
        const page = await visitor.ask({ method, path });
        expect([page.status, headingOf(page.text)], `${method} ${path}`).to.deep.equal([404, 'There is no such page']);
        expect(page.headers.get('content-type')).to.equal('text/html; charset=utf-8');
        expect(page.text).to.contain('<a href="/dashboard">To the dashboard</a>');
      }
    }
  });

  it('leave all others to the API', async () => {
    for (const path of apart) expectFailure(await service.call({ path, method: 'GET' }), 'NOT_FOUND');
  });

  it('refuse a wrong method, and tell the right ones', async () => {
    for (const { path, methods } of routesByPath()) {
      const allow = [...methods, 'OPTIONS'];
      const told = async (method: string) => {
        const page = await visitor.ask({ method, path });
        expect(page.headers.get('allow')?.split(', '), `${method} ${path}`).to.have.members(allow);
        return page;
      };
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
        (name) => !methods.includes(name),
      )) {
        const page = await told(method);
        const heading = method === 'HEAD' ? '' : 'This page can’t be asked for like that';
        expect([page.status, headingOf(page.text)], `${method} ${path}`).to.deep.equal([405, heading]);
      }
      const page = await told('OPTIONS');
      expect([page.status, page.text], path).to.deep.equal([204, '']);
    }
  });

  it('take forms alone', async () => {
    const forms = [KEYS, '/dashboard/sign-in', '/dashboard/try', `${ACCOUNT}/password`, await invite(service)];
    for (const path of forms) {
      for (const type of [
        'application/json',
        'multipart/form-data; boundary=x',
        'text/plain',
        `${FORM}ed`,
        `${FORM}-x; a=b`,
      ]) {
        const page = await visitor.post(path, { name: 'x' }, { 'content-type': type });
        expect([page.status, headingOf(page.text)], `${type} ${path}`).to.deep.equal([415, 'That is no form']);
      }
      const coded = await visitor.post(path, { name: 'x' }, { 'content-encoding': 'gzip' });
      expect(coded.status, path).to.equal(415);
      const untyped = { method: 'POST', path, headers: { origin: service.url }, body: new TextEncoder().encode('a=b') };
      expect((await visitor.ask(untyped)).status, path).to.equal(415);
    }
  });

  it('take a form however its media type is written', async () => {
    const post = async (headers: Record<string, string>, body?: string) => {
      const own = { origin: service.url, ...headers };
      const page = await visitor.ask({ method: 'POST', path: '/dashboard/try', headers: own, ...(body && { body }) });
      return [page.status, typedIn(page.text, 'length')];
    };
    for (const type of [FORM.toUpperCase(), `${FORM};`, `${FORM}; charset=utf-8`, `${FORM} \t;x`, `${FORM}; "`]) {
      expect(await post({ 'content-type': type }, 'length=3'), type).to.deep.equal([422, '3']);
    }
    const coded = { 'content-type': FORM, 'content-encoding': 'IDENTITY' };
    expect(await post(coded, 'length=3')).to.deep.equal([422, '3']);
    for (const bare of [{}, { 'content-type': 'application/json' }]) {
      expect(await post(bare), 'an empty form').to.deep.equal([422, '']);
    }
  });

  it('take a form that is broken off for no fault of the service', async () => {
    const head = (length: string) => {
      const lines = [
        'POST /dashboard/sign-in HTTP/1.1',
        'Host: x',
        'Sec-Fetch-Site: same-origin',
        `Content-Type: ${FORM}`,
      ];
      return [...lines, length, '', ''].join('\r\n');
    };
    const broken = [`${head('Content-Length: 100')}email=a`, `${head('Transfer-Encoding: chunked')}7\r\nemail=a\r\n`];
    for (const bytes of broken) {
      service.logs.length = 0;
      await sendRaw(service.url, bytes, { waitMs: 100 });
      await until('the request is logged', 5000, () => service.logs.some(({ message }) => message === 'request'));
      expect(service.logs.filter(({ level }) => level === 'error')).to.deep.equal([]);
    }
  });

  it('take a form of 192 KiB at most', async () => {
    const post = async (bytes: number, headers = {}) => {
      const { status } = await visitor.post(
        KEYS,
        { expiry: '', name: 'x'.repeat(bytes - 'expiry=&name='.length) },
        headers,
      );
      return status;
    };
    expect(await post(MAX_FORM_BYTES)).to.equal(422);
    expect(await post(MAX_FORM_BYTES + 1)).to.equal(413);
    expect(await post(4 * MAX_FORM_BYTES)).to.equal(413);
    const page = await visitor.post('/dashboard/sign-in', { email: 'x'.repeat(MAX_FORM_BYTES) });
    expect([page.status, headingOf(page.text)]).to.deep.equal([413, 'That is too much']);
  });

  it('take whatever stands in a form for a text', async () => {
    const bodies = [
      '%',
      '%zz',
      '%C0%AE',
      'name=%E0%A4%A',
      '&&&',
      '=',
      'name',
      '\u0000',
      'name=a&name=b',
      '__proto__=1',
      '',
    ];
    const headers = { 'content-type': FORM, origin: service.url };
    for (const path of [KEYS, '/dashboard/sign-in', '/dashboard/try', `${ACCOUNT}/password`, `${KEYS}/x/rename`]) {
      for (const body of bodies) {
        const { status } = await visitor.ask({ method: 'POST', path, headers, body });
        expect(status, `${body} to ${path}`).to.be.oneOf([200, 303, 401, 404, 409, 422, 429]);
      }
    }
    const latin = new Uint8Array([0x6e, 0x61, 0x6d, 0x65, 0x3d, 0xff, 0xfe, 0x00]);
    const page = await visitor.ask({ method: 'POST', path: KEYS, headers, body: latin });
    expect(page.status).to.equal(422);
  });

  it('take whatever stands in a path or a query for a text', async () => {
    for (const path of [`${KEYS}/%zz`, `${KEYS}/%E0%A4%A`, `${KEYS}/%00/revoke`, `${KEYS}/${'%41'.repeat(2000)}`]) {
      expect((await visitor.get(path)).status, path.slice(0, 60)).to.equal(404);
    }
    const queries = ['?done=%zz', '?done[]=renamed', '?done=__proto__', '?done=constructor', '?done=a&done=b', '?%'];
    for (const query of queries) {
      expect((await visitor.get(KEYS + query)).text, query).not.to.contain('role="status"');
      expect((await new Visitor(service).get(`/dashboard/sign-in${query.replace('done', 'next')}`)).status).to.equal(
        200,
      );
    }
  });

  it('serve their style and script to be kept until they change', async () => {
    for (const [file, type] of [
      ['pico.css', 'text/css'],
      ['dashboard.css', 'text/css'],
      ['dashboard.js', 'text/javascript'],
    ]) {
      const page = await new Visitor(service).get(`/dashboard/assets/${file}`);
      expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, `${type}; charset=utf-8`]);
      const etag = page.headers.get('etag');
      const again = await new Visitor(service).get(`/dashboard/assets/${file}`, { 'if-none-match': etag });
      expect([again.status, again.text]).to.deep.equal([304, '']);
    }
  });

  it('are none where the dashboard is switched off', async () => {
    const off = await startService({ settings: { dashboard: 'off' } });
    for (const { path, methods } of routesByPath()) {
      for (const method of [...methods, 'OPTIONS']) {
        expectFailure(await off.call({ path, method, key: null }), 'NOT_FOUND');
      }
    }
    expect((await off.call({ body: { length: 8 } })).status).to.equal(200);
    await off.stop();
  });
});
