import { expect } from 'chai';
import type { Settings } from '../../src/composition/settings.ts';
import { enter, invite, KEYS, OWN_PASSWORD, signIn, Visitor } from '../support/dashboard-visit.ts';
import { startService, type TestService } from '../support/service.ts';

const plain = 'passwords-session';
const hosted = '__Host-passwords-session';
const LIVES_SECONDS = 7 * 86_400;

interface Way {
  readonly what: string;
  readonly settings: Partial<Settings>;
  readonly headers: Record<string, string>;
  readonly name: string;
  readonly secure: boolean;
}

const ways: readonly Way[] = [
  { what: 'over http', settings: {}, headers: {}, name: plain, secure: false },
  {
    what: 'with PUBLIC_URL of http',
    settings: { publicUrl: 'http://dashboard.example' },
    headers: { origin: 'http://dashboard.example' },
    name: plain,
    secure: false,
  },
  {
    what: 'with PUBLIC_URL of https',
    settings: { publicUrl: 'https://dashboard.example' },
    headers: { origin: 'https://dashboard.example' },
    name: hosted,
    secure: true,
  },
  {
    what: 'behind a trusted proxy that speaks https',
    settings: { trustedProxies: 1 },
    headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' },
    name: hosted,
    secure: true,
  },
  {
    what: 'behind a trusted proxy that speaks http',
    settings: { trustedProxies: 1 },
    headers: { 'x-forwarded-proto': 'http', 'x-forwarded-for': '192.0.2.1' },
    name: plain,
    secure: false,
  },
  {
    what: 'where nobody is trusted who says https',
    settings: {},
    headers: { 'x-forwarded-proto': 'https' },
    name: plain,
    secure: false,
  },
];

describe('the cookie of a session', () => {
  for (const { what, settings, headers, name, secure } of ways) {
    describe(what, () => {
      let service: TestService;
      before(async () => {
        service = await startService({ settings });
      });
      after(() => service.stop());

      const facts = (maxAge: number) => `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

      it(`is ${name}, wherever it is set`, async () => {
        const visitor = new Visitor(service, headers);
        const { origin } = headers;
        const own = origin ? { origin } : {};
        const password = OWN_PASSWORD;
        const another = 'oxbow/thicket 48 plover-gannet';
        const account = '/dashboard/settings/account';
        const pages = [
          await visitor.post(await invite(service), { password }, own),
          await visitor.post('/dashboard/sign-in', { email: 'local@localhost', password }, own),
          await visitor.post(`${account}/password`, { current: password, password: another }, own),
        ];
        for (const page of pages) {
          const [cookie, ...more] = page.headers.getSetCookie();
          expect([page.status, more]).to.deep.equal([303, []]);
          expect(cookie).to.match(new RegExp(`^${name}=[0-9A-Za-z]{43}; `));
          expect(cookie?.replace(/^[^;]*; /, '')).to.equal(facts(LIVES_SECONDS));
        }
        expect((await visitor.get(KEYS)).headers.getSetCookie(), 'not set again').to.deep.equal([]);
        const { headers: left } = await visitor.post('/dashboard/sign-out', {}, own);
        expect(left.getSetCookie()).to.deep.equal([`${name}=; ${facts(0)}`]);
      });

      it('is taken under that name alone, and exactly as it was given', async () => {
        const visitor = new Visitor(service, headers);
        const { origin } = headers;
        await visitor.post(await invite(service), { password: OWN_PASSWORD }, origin ? { origin } : {});
        const token = visitor.cookies.get(name) ?? '';
        const isIn = async (cookie: string | null) => {
          const { status } = await new Visitor(service, headers).get(KEYS, { cookie });
          return status === 200;
        };
        expect(await isIn(`${name}=${token}`)).to.equal(true);
        expect(await isIn(`a=b; ${name}=${token}; c=d`)).to.equal(true);
        const others = [
          `${name === plain ? hosted : plain}=${token}`,
          `${name.toUpperCase()}=${token}`,
          `x-${name}=${token}`,
          `${name}=${token.slice(1)}`,
          `${name}=${token}0`,
          `${name}=${token.toLowerCase()}`,
          `${name}=%${token}`,
          `${name}=`,
          token,
        ];
        for (const cookie of others) expect(await isIn(cookie), cookie.replace(token, 'TOKEN')).to.equal(false);
      });
    });
  }

  it('is not cleared where a request is refused', async () => {
    const service = await startService();
    const visitor = await enter(service);
    const pages = [
      await visitor.get('/dashboard/nothing'),
      await visitor.post(KEYS, {}, { origin: 'https://example.org' }),
      await visitor.post(KEYS, { name: 'x', expiry: 'never' }),
      await signIn(visitor, 'local@localhost', 'wrong'),
    ];
    expect(pages.map(({ status }) => status)).to.deep.equal([404, 403, 422, 401]);
    for (const { headers } of pages) expect(headers.getSetCookie()).to.deep.equal([]);
    expect((await visitor.get(KEYS)).status).to.equal(200);
    await service.stop();
  });

  it('may be broken in whatever way', async () => {
    const service = await startService();
    const broken = [
      '=',
      ';;;',
      'a',
      `${plain}`,
      `${plain}="`,
      `${plain}=%zz`,
      `${plain}=\u00e4`,
      `${plain}=a; ${plain}=b`,
    ];
    for (const cookie of [...broken, `${plain}=${'x'.repeat(8000)}`, '__proto__=1; constructor=2']) {
      const page = await new Visitor(service).get(KEYS, { cookie });
      expect([page.status, page.location?.split('?')[0]], cookie.slice(0, 30)).to.deep.equal([
        303,
        '/dashboard/sign-in',
      ]);
    }
    await service.stop();
  });
});
