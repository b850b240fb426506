import { expect } from 'chai';
import { faultsOf, typedIn } from '../support/dashboard-page.ts';
import {
  addCustomer,
  enter,
  invite,
  KEYS,
  OWN_PASSWORD,
  type Page,
  signIn,
  Visitor,
} from '../support/dashboard-visit.ts';
import { startService, type TestService } from '../support/service.ts';

const owner = 'local@localhost';
const wrong = 'The e-mail address or the password is wrong.';
const WRONG_PASSWORD = 'heron cinder 71 bramble';

const next: [asked: string, led: string][] = [
  ['', '/dashboard'],
  [KEYS, KEYS],
  ['/dashboard/settings/api-keys/key_x', '/dashboard/settings/api-keys/key_x'],
  ['https://example.org/dashboard', '/dashboard'],
  ['//example.org', '/dashboard'],
  ['/dashboard//example.org', '/dashboard'],
  ['/\\example.org', '/dashboard'],
  ['/dashboard/../api/passwords', '/dashboard'],
  ['/dashboard\r\nSet-Cookie: a=b', '/dashboard'],
  ['/dashboard?a=b', '/dashboard'],
  ['/dashboardx', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
];

/** All of an answer but what is another each time, and the address that was typed. */
function likeness({ status, headers, text }: Page, typed: string) {
  const { date: _, 'x-request-id': id = '', ...others } = Object.fromEntries(headers);
  const length = Number(others['content-length']) - typed.length;
  return { status, headers: { ...others, 'content-length': length }, text: text.replaceAll(id, '').replace(typed, '') };
}

describe('the sign-in to the dashboard', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.stop());

  it('lets in by the address, however it is written, and the password alone', async () => {
    await enter(service);
    for (const email of [owner, 'LOCAL@LocalHost', '  local@localhost ']) {
      const visitor = new Visitor(service);
      const page = await signIn(visitor, email);
      expect([page.status, page.location, page.text], email).to.deep.equal([303, '/dashboard', '']);
      expect((await visitor.get('/dashboard')).status, email).to.equal(200);
    }
    const others = [OWN_PASSWORD.toUpperCase(), ` ${OWN_PASSWORD}`, OWN_PASSWORD.slice(0, -1), ''];
    for (const password of others) {
      expect((await signIn(new Visitor(service), owner, password)).status, password).to.equal(401);
    }
  });

  it('takes a password in whatever form its characters are composed', async () => {
    const composed = 'Ångström plöver 84 oxbow';
    await new Visitor(service).post(await invite(service), { password: composed });
    expect((await signIn(new Visitor(service), owner, composed.normalize('NFD'))).status).to.equal(303);
  });

  it('tells nobody whether the address or the password was wrong, or that there is no password yet', async () => {
    await enter(service);
    await addCustomer(service, 'acme');
    const addresses = [owner, 'nobody@localhost', 'acme@example.com'];
    const answers = [];
    for (const email of addresses) {
      const page = await signIn(new Visitor(service), email, WRONG_PASSWORD);
      expect([page.status, faultsOf(page.text), typedIn(page.text, 'email')]).to.deep.equal([401, [wrong], email]);
      expect(page.text).not.to.contain(WRONG_PASSWORD);
      answers.push(likeness(page, email));
    }
    expect(answers[1]).to.deep.equal(answers[0]);
    expect(answers[2]).to.deep.equal(answers[0]);
  });

  it('takes no password before one was set', async () => {
    for (const password of ['', 'null', 'the password of nobody']) {
      for (const email of [owner, 'nobody@localhost']) {
        expect((await signIn(new Visitor(service), email, password)).status).to.equal(401);
      }
    }
  });

  it('refuses an address that failed ten times in a minute, and not its owner from another one', async () => {
    const behind = await startService({ settings: { trustedProxies: 1 } });
    await enter(behind);
    const from = (address: string) => new Visitor(behind, { 'x-forwarded-for': address });
    const stranger = from('192.0.2.1');
    for (let failure = 0; failure < 10; failure += 1) {
      const email = failure < 4 ? owner : `nobody-${failure}@localhost`;
      expect((await signIn(stranger, email, WRONG_PASSWORD)).status).to.equal(401);
      behind.clock.advance(1000);
    }
    for (const [email, password] of [[owner, OWN_PASSWORD] as const, ['x', 'y'] as const]) {
      const page = await signIn(stranger, email, password);
      const told = 'Too many attempts failed. Wait 50 seconds, then try again.';
      expect([page.status, page.headers.get('retry-after'), faultsOf(page.text)]).to.deep.equal([429, '50', [told]]);
      expect(stranger.cookie).to.equal(null);
    }
    expect((await stranger.get('/dashboard/sign-in')).status, 'its pages are shown').to.equal(200);
    expect((await signIn(from('192.0.2.2'))).status, 'the owner').to.equal(303);
    behind.clock.advance(50_000);
    expect((await signIn(stranger)).status, 'a minute after the first failure').to.equal(303);
    await behind.stop();
  });

  it('counts many at once like many in a row', async () => {
    const statuses: number[] = [];
    for (let burst = 0; burst < 5; burst += 1) {
      const attempts = Array.from({ length: 5 }, (_, index) =>
        signIn(new Visitor(service), `nobody-${burst}-${index}@x`, 'wrong'),
      );
      statuses.push(...(await Promise.all(attempts)).map(({ status }) => status));
    }
    expect(statuses).to.deep.equal([...Array(10).fill(401), ...Array(15).fill(429)]);
  });

  it('turns away at once who comes while five of the same network wait', async () => {
    const attempts = Array.from({ length: 25 }, () => signIn(new Visitor(service), 'nobody@x', 'wrong'));
    const pages = await Promise.all(attempts);
    const refused = pages.filter(({ status }) => status === 401);
    expect(refused.length).to.be.within(5, 10);
    expect(pages.filter(({ status }) => status === 429)).to.have.lengthOf(25 - refused.length);
  });

  it('leads to the page that was asked for, and to no other site', async () => {
    await enter(service);
    for (const [asked, led] of next) {
      const form = await new Visitor(service).get(`/dashboard/sign-in?next=${encodeURIComponent(asked)}`);
      expect(typedIn(form.text, 'next'), asked).to.equal(led);
      const fields = { email: owner, password: OWN_PASSWORD, next: asked };
      const page = await new Visitor(service).post('/dashboard/sign-in', fields);
      expect([page.status, page.location], asked).to.deep.equal([303, led]);
    }
  });

  it('keeps what was typed, harmless', async () => {
    for (const email of ['"><img src=x onerror=alert(1)>', "'--", '\u202Eevil@example.com']) {
      const page = await signIn(new Visitor(service), email, 'wrong');
      expect(typedIn(page.text, 'email')).to.equal(email);
      expect(page.text).not.to.contain('<img');
    }
    const page = await signIn(new Visitor(service), service.key, 'wrong');
    expect(typedIn(page.text, 'email')).to.equal('pgs_***');
  });

  it('is left aside by who is signed in', async () => {
    const page = await (await enter(service)).get('/dashboard/sign-in');
    expect([page.status, page.location]).to.deep.equal([303, '/dashboard']);
  });
});
