import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { faultsOf, headingOf, textOf, typedIn } from '../support/dashboard-page.ts';
import { addCustomer, enter, invite, KEYS, OWN_PASSWORD, signIn, Visitor } from '../support/dashboard-visit.ts';
import { startService, type TestService } from '../support/service.ts';

const DAY_MS = 86_400_000;
const password = OWN_PASSWORD;
const wrongLength = 'Password must be 15 to 256 characters';
const tooEasy = 'Password is too easy to guess: take the one that is proposed, or several random words';

/** What can't be a password of the customer `globex-trading-7` by the name Globex Trading Company. */
const faults: [what: string, password: string, fault: string][] = [
  ['none', '', wrongLength],
  ['14 characters', 'kP7vQz!m2Rw9xT', wrongLength],
  ['257 characters', 'kP7vQz!m2Rw9xT4s'.repeat(17).slice(0, 257), wrongLength],
  ['14 characters of two code units each', '🦊🌵🎺🧲🪁🍋🛶🎯🧵🪵🥁🧭🪞🔩', wrongLength],
  ['a common one twice', 'password123password123', tooEasy],
  ['a row of keys', 'qwertyuiopasdfghjkl', tooEasy],
  ['one character', 'a'.repeat(40), tooEasy],
  ['the address', 'globex-trading-7@example.com', tooEasy],
  ['the id and a year', 'globex-trading-7-2026', tooEasy],
  ['the name', 'Globex Trading Company', tooEasy],
  ['the service', 'password generation service', tooEasy],
];

describe('an invitation to the dashboard', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.stop());

  const expectEnded = async (path: string, visitor = new Visitor(service)) => {
    for (const page of [await visitor.get(path), await visitor.post(path, { password })]) {
      expect([page.status, headingOf(page.text)]).to.deep.equal([410, 'This link has ended']);
    }
    expect(visitor.cookie).to.equal(null);
  };

  it('lets a customer set a password, and leads to the API keys', async () => {
    const [visitor, path] = [new Visitor(service), await invite(service)];
    const form = await visitor.get(path);
    expect([form.status, headingOf(form.text)]).to.deep.equal([200, 'Set your password']);
    expect(form.text).to.contain(' value="local@localhost"').and.to.contain(` action="${path}"`);
    const entered = await visitor.post(path, { password });
    expect([entered.status, entered.location]).to.deep.equal([303, KEYS]);
    const keys = await visitor.get(KEYS);
    expect([keys.status, headingOf(keys.text)]).to.deep.equal([200, 'API Keys']);
    expect((await signIn(new Visitor(service))).status).to.equal(303);
  });

  it('is spent by its form alone, and once', async () => {
    const path = await invite(service);
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET']) await new Visitor(service).ask({ method, path });
    await new Visitor(service).post(path, { password: 'short' });
    await new Visitor(service).post(path, { password }, { origin: 'https://example.org' });
    expect((await new Visitor(service).post(path, { password })).status).to.equal(303);
    await expectEnded(path);
  });

  it('lets one of many in that come at once', async () => {
    const path = await invite(service);
    const visitors = Array.from({ length: 6 }, () => new Visitor(service));
    const pages = await Promise.all(visitors.map((visitor) => visitor.post(path, { password })));
    expect(pages.map(({ status }) => status).sort()).to.deep.equal([303, 410, 410, 410, 410, 410]);
    expect(visitors.filter(({ cookie }) => cookie !== null)).to.have.lengthOf(1);
  });

  it('lives for a day, to the millisecond', async () => {
    const path = await invite(service);
    service.clock.advance(DAY_MS - 1);
    expect((await new Visitor(service).get(path)).status).to.equal(200);
    expect((await new Visitor(service).post(path, { password: 'short' })).status).to.equal(422);
    service.clock.advance(1);
    await expectEnded(path);
  });

  it('ends with a further one', async () => {
    const [first, second] = [await invite(service), await invite(service)];
    await expectEnded(first);
    expect((await new Visitor(service).post(second, { password })).status).to.equal(303);
  });

  it('helps who has lost the password: another one is set, and whoever was signed in is not any more', async () => {
    const before = await enter(service);
    const path = await invite(service);
    expect((await before.get(KEYS)).status, 'while it is not accepted').to.equal(200);
    const [after, other] = [new Visitor(service), 'oxbow/thicket 48 plover-gannet'];
    await after.post(path, { password: other });
    expect((await before.get(KEYS)).location).to.equal(`/dashboard/sign-in?next=${encodeURIComponent(KEYS)}`);
    expect((await after.get(KEYS)).status).to.equal(200);
    expect((await signIn(new Visitor(service))).status, 'the password before').to.equal(401);
    expect((await signIn(new Visitor(service), 'local@localhost', other)).status).to.equal(303);
  });

  it('is nobody else’s', async () => {
    await addCustomer(service, 'acme');
    const acme = await enter(service, 'acme');
    await enter(service);
    expect(textOf((await acme.get(KEYS)).text)).to.contain('acme@example.com');
  });

  it('is told of alike where it never was', async () => {
    const [, , , token = ''] = (await invite(service)).split('/');
    for (const other of [token.slice(1), `${token}0`, token.split('').reverse().join(''), 'x', '%zz', '%00', '..%2f']) {
      await expectEnded(`/dashboard/invitations/${other}`);
    }
  });

  for (const [what, wrong, fault] of faults) {
    it(`takes no password of ${what}, and stays what it is`, async () => {
      const wish = { id: 'globex-trading-7', plan: 'annual', name: 'Globex Trading Company' };
      const administration = service.container.get(ids.administerSubscribers);
      await administration.add({ ...wish, email: 'globex-trading-7@example.com' });
      const [visitor, path] = [new Visitor(service), await invite(service, 'globex-trading-7')];
      const page = await visitor.post(path, { password: wrong });
      expect([page.status, faultsOf(page.text), visitor.cookie]).to.deep.equal([422, [fault], null]);
      expect(typedIn(page.text, 'password'), 'never sent back').to.equal('');
      expect((await visitor.post(path, { password })).status).to.equal(303);
    });
  }

  it('takes 15 to 256 characters, whatever they are, and spaces at both ends', async () => {
    const wishes = [
      'kP7vQz!m2Rw9xT4',
      'kP7vQz!m2Rw9xT4s'.repeat(16),
      '🦊🌵🎺🧲🪁🍋🛶🎯🧵🪵🥁🧭🪞🔩🪶',
      ' mjÖlnir & <b>"ärger" ',
    ];
    for (const wish of wishes) {
      expect((await new Visitor(service).post(await invite(service), { password: wish })).status, wish).to.equal(303);
      expect((await signIn(new Visitor(service), 'local@localhost', wish)).status, wish).to.equal(303);
      expect((await signIn(new Visitor(service), 'local@localhost', wish.slice(1))).status, wish).to.equal(401);
    }
  });

  it('proposes a password that may be had', async () => {
    const [visitor, path] = [new Visitor(service), await invite(service)];
    const pages = [await visitor.get(path), await visitor.get(path)];
    const [one, other] = pages.map(({ text }) => textOf(/<code id="proposal">[^<]*/.exec(text)?.[0] ?? ''));
    expect(one)
      .to.match(/^\S{20}$/)
      .and.not.to.equal(other);
    const entered = await visitor.ask({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: service.url },
      body: new URLSearchParams({ password: one ?? '' }).toString(),
    });
    expect(entered.status).to.equal(303);
  });
});
