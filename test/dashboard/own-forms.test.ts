import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { headingOf, rowsOf } from '../support/dashboard-page.ts';
import { ACCOUNT, enter, invite, KEYS, OWN_PASSWORD, signIn, Visitor } from '../support/dashboard-visit.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startService, type TestService } from '../support/service.ts';

type Origin = Record<string, string | null>;

const ANOTHER = 'oxbow/thicket 48 plover-gannet';
/** What each changing request would be sent with, by the path of its route: none may be missing. */
const forms: Record<string, Record<string, string>> = {
  '/dashboard/sign-in': { email: 'local@localhost', password: OWN_PASSWORD, next: '' },
  '/dashboard/invitations/:token': { password: ANOTHER },
  '/dashboard/sign-out': {},
  [KEYS]: { name: 'one more', expiry: '' },
  [`${KEYS}/:id/rename`]: { name: 'another' },
  [`${KEYS}/:id/rotate`]: { overlap: '0' },
  [`${KEYS}/:id/revoke`]: {},
  [`${ACCOUNT}/password`]: { current: OWN_PASSWORD, password: ANOTHER },
  [`${ACCOUNT}/sessions/:id/end`]: {},
  '/dashboard/try': { length: '20', count: '1', includeLowercase: 'true' },
};

const foreign: [what: string, origin: (url: string) => Origin][] = [
  ['neither Origin nor Sec-Fetch-Site', () => ({ origin: null, 'sec-fetch-site': null })],
  ['another host', () => ({ origin: 'https://example.org', 'sec-fetch-site': null })],
  [
    'another host, called of the same origin',
    () => ({ origin: 'https://example.org', 'sec-fetch-site': 'same-origin' }),
  ],
  ['another port', () => ({ origin: 'http://127.0.0.1:1', 'sec-fetch-site': null })],
  ['a host that begins alike', (url) => ({ origin: `${url}.example.org`, 'sec-fetch-site': null })],
  ['a name before the host', (url) => ({ origin: url.replace('//', '//x@example.org/'), 'sec-fetch-site': null })],
  ['Origin: null', () => ({ origin: 'null', 'sec-fetch-site': null })],
  ['Origin: null, called of the same origin', () => ({ origin: 'null', 'sec-fetch-site': 'same-origin' })],
  ['an empty Origin', () => ({ origin: '', 'sec-fetch-site': null })],
  ['Sec-Fetch-Site: cross-site', (url) => ({ origin: url, 'sec-fetch-site': 'cross-site' })],
  ['Sec-Fetch-Site: same-site', (url) => ({ origin: url, 'sec-fetch-site': 'same-site' })],
  ['Sec-Fetch-Site: none', (url) => ({ origin: url, 'sec-fetch-site': 'none' })],
  ['Sec-Fetch-Site: cross-site alone', () => ({ origin: null, 'sec-fetch-site': 'cross-site' })],
  ['Sec-Fetch-Site: none alone', () => ({ origin: null, 'sec-fetch-site': 'none' })],
];

const own: [what: string, origin: (url: string) => Origin][] = [
  ['both', (url) => ({ origin: url, 'sec-fetch-site': 'same-origin' })],
  ['the right Origin alone', (url) => ({ origin: url, 'sec-fetch-site': null })],
  ['Sec-Fetch-Site alone', () => ({ origin: null, 'sec-fetch-site': 'same-origin' })],
];

type OriginRow = [origin: string, host: string, isTaken: boolean, forwarded?: string];

/** A public origin is compared whole, scheme, host and port; hosts alone are where there is none. */
const origins: { what: string; publicUrl: string | null; table: OriginRow[] }[] = [
  {
    what: 'https://dashboard.example',
    publicUrl: 'https://dashboard.example',
    table: [
      ['https://dashboard.example', 'dashboard.example', true],
      ['https://dashboard.example', 'inner:3000', true],
      ['http://dashboard.example', 'dashboard.example', false],
      ['https://dashboard.example:8443', 'dashboard.example:8443', false],
      ['https://dashboard.example.org', 'dashboard.example', false],
      ['https://x@dashboard.example', 'dashboard.example', false],
      ['http://inner:3000', 'inner:3000', false],
      ['https://other.example', 'inner:3000', false, 'other.example'],
      ['http://localhost:3000', 'localhost:3000', true],
      ['http://127.0.0.1:3000', '127.0.0.1:3000', true],
      ['http://[::1]:3000', '[::1]:3000', true],
      ['http://localhost', 'localhost', true],
      ['http://localhost:3001', 'localhost:3000', false],
      ['http://127.0.0.1:3000', 'localhost:3000', false],
      ['https://localhost:3000', 'localhost:3000', false],
      ['http://localhost:3000', 'dashboard.example', false],
      ['http://localhost:3000', 'dashboard.example', false, 'localhost:3000'],
      ['http://localhost.example.org', 'localhost.example.org', false],
      ['http://127.0.0.1.example.org', '127.0.0.1.example.org', false],
      ['http://192.0.2.1:3000', '192.0.2.1:3000', false],
    ],
  },
  {
    what: 'http://dashboard.example:8080/',
    publicUrl: 'http://dashboard.example:8080/',
    table: [
      ['http://dashboard.example:8080', 'inner:3000', true],
      ['http://dashboard.example', 'inner:3000', false],
      ['https://dashboard.example:8080', 'inner:3000', false],
    ],
  },
  {
    what: 'not set',
    publicUrl: null,
    table: [
      ['http://dashboard.example', 'dashboard.example', true],
      ['https://dashboard.example', 'dashboard.example', true],
      ['https://dashboard.example', 'Dashboard.Example', true],
      ['https://other.example', 'inner:3000', true, 'other.example'],
      ['https://dashboard.example:8443', 'dashboard.example', false],
      ['https://dashboard.example.org', 'dashboard.example', false],
      ['http://localhost:3000', 'localhost:3001', false],
    ],
  },
];

describe('a form of the dashboard', () => {
  let service: TestService;
  let visitor: Visitor;
  beforeEach(async () => {
    service = await startService();
    visitor = await enter(service);
  });
  afterEach(() => service.stop());

  /** Sends a form of each route that takes one. */
  async function* sendAll(origin: Origin) {
    const posts = service.container.get(ids.dashboard).routes.filter(({ method }) => method === 'post');
    expect(posts.map(({ path }) => path)).to.have.members(Object.keys(forms));
    for (const { path } of posts) {
      const [key] = await service.container.get(ids.administerKeys).list({ subscriberId: 'local' });
      const [session] = await service.container.get(ids.sessionStore).listSessions('local');
      const token = path.includes(':token') ? (await invite(service)).split('/').at(-1) : '';
      const id = path.startsWith(KEYS) ? key?.id : session?.id;
      const page = await visitor.post(path.replace(':token', `${token}`).replace(':id', `${id}`), forms[path], origin);
      yield { path, page };
    }
  }

  /** All that a form could change. */
  const state = async () => {
    const { container } = service;
    return {
      keys: await container.get(ids.administerKeys).list({}),
      sessions: await container.get(ids.sessionStore).listSessions('local'),
      account: await container.get(ids.accountStore).findAccount('local'),
      events: rowsOf((await visitor.get(ACCOUNT)).text, 'events').filter(([what]) => !what?.startsWith('Invited')),
      usage: service.container.get(ids.recordUsage).unwrittenOf('local'),
    };
  };

  for (const [what, originOf] of foreign) {
    it(`is refused, and changes nothing, with ${what}`, async () => {
      const before = await state();
      for await (const { path, page } of sendAll(originOf(service.url))) {
        expect([page.status, headingOf(page.text)], path).to.deep.equal([403, 'This did not come from the dashboard']);
        expect(page.headers.getSetCookie(), path).to.deep.equal([]);
      }
      expect(await state()).to.deep.equal(before);
      expect((await signIn(new Visitor(service))).status).to.equal(303);
    });
  }

  for (const [what, originOf] of own) {
    it(`is taken with ${what}`, async () => {
      for await (const { path, page } of sendAll(originOf(service.url))) {
        expect(page.status, path).to.be.oneOf([200, 303]);
        visitor = await enter(service);
      }
    });
  }

  for (const { what, publicUrl, table } of origins) {
    describe(`where PUBLIC_URL is ${what}`, () => {
      let behind: TestService;
      before(async () => {
        behind = await startService({ settings: { publicUrl, trustedProxies: 1 } });
      });
      after(() => behind.stop());

      for (const [origin, host, isTaken, forwarded] of table) {
        const by = forwarded === undefined ? '' : `, which a proxy calls ${forwarded}`;
        it(`is ${isTaken ? 'taken' : 'refused'} from ${origin} to ${host}${by}`, async () => {
          const headers = [
            'POST /dashboard/sign-in HTTP/1.1',
            `Host: ${host}`,
            `Origin: ${origin}`,
            'Connection: close',
          ];
          if (forwarded !== undefined) headers.push(`X-Forwarded-Host: ${forwarded}`);
          const answer = await sendRaw(behind.url, [...headers, '', ''].join('\r\n'));
          expect(answer.split(' ')[1]).to.equal(isTaken ? '401' : '403');
        });
      }
    });
  }
});

describe('what the dashboard answers', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const guards = {
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };

  it('is guarded against other sites, on every page', async () => {
    const visitor = await enter(service);
    const [key] = await service.container.get(ids.administerKeys).list({});
    const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://example.org' };
    const { routes } = service.container.get(ids.dashboard);
    const paths = routes.filter(({ method, path }) => method === 'get' && !path.includes('/assets/'));
    for (const { path } of paths) {
      const filled = path.replace(':token', 'x').replace(':id', key?.id ?? '');
      for (const visiting of [visitor, new Visitor(service)]) {
        const { headers } = await visiting.get(filled, elsewhere);
        expect(
          [...headers.keys()].filter((name) => name.startsWith('access-control')),
          path,
        ).to.deep.equal([]);
        expect(Object.fromEntries(headers), path).to.include(path === '/dashboard/quota' ? {} : guards);
        expect(headers.get('x-frame-options'), path).to.equal('DENY');
        expect(headers.get('cache-control'), path).to.equal('no-store');
        expect(headers.get('content-security-policy'), path).not.to.contain('unsafe');
      }
    }
    for (const page of [await visitor.get('/dashboard/nothing'), await visitor.post(KEYS, {}, elsewhere)]) {
      expect(Object.fromEntries(page.headers)).to.include(guards);
    }
  });

  it('holds nothing that such a policy would forbid', async () => {
    const visitor = await enter(service);
    for (const path of ['/dashboard', KEYS, ACCOUNT, '/dashboard/try']) {
      const { text } = await visitor.get(path);
      expect(text).not.to.match(/<script(?! src="\/dashboard\/assets\/)|<style| style="| on\w+="|javascript:/i);
      expect(text).not.to.match(/(src|href|action)="(https?:)?\/\//);
    }
  });

  it('has no preflight that would allow anything', async () => {
    const headers = { origin: 'https://example.org', 'access-control-request-method': 'POST' };
    const page = await new Visitor(service).ask({ method: 'OPTIONS', path: KEYS, headers });
    expect([...page.headers.keys()].filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
  });
});
