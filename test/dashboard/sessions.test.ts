import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { idsBelow, noticeOf, rowsOf, textOf } from '../support/dashboard-page.ts';
import { ACCOUNT, addCustomer, enter, KEYS, OWN_PASSWORD, signIn, Visitor } from '../support/dashboard-visit.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 3_600_000;
const ANOTHER = 'oxbow/thicket 48 plover-gannet';
const SESSIONS = `${ACCOUNT}/sessions`;

describe('a session of the dashboard', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.stop());

  const isIn = async (visitor: Visitor) => (await visitor.get(KEYS)).status === 200;
  const another = async (headers = {}) => {
    const visitor = new Visitor(service, headers);
    await signIn(visitor);
    return visitor;
  };
  /** When it was last seen is written behind an answer. */
  const untilSeen = (visitor: Visitor) =>
    until('a session that is seen', 1000, async () => {
      const [, , , seen] = rowsOf((await visitor.get(ACCOUNT)).text, 'sessions')[0] ?? [];
      return seen === `${new Date(service.clock.nowMs()).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    });
  const change = (visitor: Visitor, current: string, password: string) =>
    visitor.post(`${ACCOUNT}/password`, { current, password });

  it('has a new token at each sign-in, whatever the browser brings', async () => {
    const visitor = await enter(service);
    const tokens = [visitor.cookie];
    for (let time = 0; time < 3; time += 1) {
      await signIn(visitor);
      tokens.push(visitor.cookie);
    }
    expect(new Set(tokens).size).to.equal(4);
    const planted = new Visitor(service);
    planted.cookies.set('passwords-session', 'A'.repeat(43));
    await signIn(planted);
    expect(planted.cookie)
      .to.match(/^passwords-session=\w{43}$/)
      .and.not.to.contain('AAAAA');
  });

  it('ends for good when its browser signs out, and no other does', async () => {
    const [visitor, other] = [await enter(service), await another()];
    const { cookie } = visitor;
    const page = await visitor.post('/dashboard/sign-out');
    expect([page.status, page.location]).to.deep.equal([303, '/dashboard/sign-in']);
    expect(visitor.cookie).to.equal(null);
    expect((await new Visitor(service).get(KEYS, { cookie })).status, 'its token').to.equal(303);
    expect(await isIn(other)).to.equal(true);
  });

  it('ends after 12 hours without a request', async () => {
    const visitor = await enter(service);
    for (let time = 0; time < 3; time += 1) {
      service.clock.advance(12 * HOUR_MS - 1);
      await untilSeen(visitor);
    }
    service.clock.advance(12 * HOUR_MS);
    expect(await isIn(visitor)).to.equal(false);
    expect((await visitor.get('/dashboard/quota')).status, 'a script is told').to.equal(401);
  });

  it('ends after 7 days, however busy', async () => {
    const visitor = await enter(service);
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      service.clock.advance(8 * HOUR_MS);
      await untilSeen(visitor);
    }
    service.clock.advance(8 * HOUR_MS - 1);
    expect(await isIn(visitor)).to.equal(true);
    service.clock.advance(1);
    expect(await isIn(visitor)).to.equal(false);
  });

  it('ends with a change of the password, but for the one that changed it', async () => {
    const [visitor, other] = [await enter(service), await another()];
    const before = visitor.cookie;
    const page = await change(visitor, OWN_PASSWORD, ANOTHER);
    expect([page.status, page.location]).to.deep.equal([303, `${ACCOUNT}?done=password`]);
    const account = await visitor.get(page.location ?? '');
    expect(noticeOf(account.text)).to.equal('Your password is changed, and all other sessions are signed out.');
    expect(visitor.cookie).not.to.equal(before);
    expect(await isIn(other), 'the other one').to.equal(false);
    expect((await new Visitor(service).get(KEYS, { cookie: before })).status, 'its token before').to.equal(303);
    expect((await signIn(new Visitor(service))).status, 'the password before').to.equal(401);
    expect((await signIn(new Visitor(service), 'local@localhost', ANOTHER)).status).to.equal(303);
  });

  it('goes on where the password is not changed', async () => {
    const [visitor, other] = [await enter(service), await another()];
    const faults: [current: string, password: string, fault: string][] = [
      ['wrong', ANOTHER, 'Current password is not your password'],
      ['', ANOTHER, 'Current password is not your password'],
      [OWN_PASSWORD, 'short', 'New password must be 15 to 256 characters'],
      [OWN_PASSWORD, OWN_PASSWORD, 'New password is too much like the one before'],
      [OWN_PASSWORD, `${OWN_PASSWORD}!`, 'New password is too much like the one before'],
      [OWN_PASSWORD, 'passwordpassword', 'New password is too easy to guess'],
    ];
    for (const [current, password, fault] of faults) {
      const page = await change(visitor, current, password);
      expect(page.status, fault).to.equal(422);
      expect(textOf(page.text)).to.contain(fault);
      expect([await isIn(visitor), await isIn(other)]).to.deep.equal([true, true]);
    }
    expect((await signIn(new Visitor(service))).status).to.equal(303);
  });

  it('is refused a change of the password after ten wrong ones', async () => {
    const visitor = await enter(service);
    for (let failure = 0; failure < 10; failure += 1)
      await signIn(new Visitor(service), `nobody-${failure}@x`, 'wrong');
    const page = await change(visitor, OWN_PASSWORD, ANOTHER);
    expect([page.status, page.headers.get('retry-after')]).to.deep.equal([429, '60']);
    expect(await isIn(visitor)).to.equal(true);
  });

  it('is listed, and ended from another browser', async () => {
    const visitor = await enter(service, 'local', { 'user-agent': 'Alpha/1' });
    service.clock.advance(HOUR_MS);
    const other = await another({ 'user-agent': 'Beta/2 <b>' });
    const account = (await visitor.get(ACCOUNT)).text;
    expect(rowsOf(account, 'sessions')).to.deep.equal([
      [
        'Beta/2 <b>',
        '127.0.0.1',
        '2026-01-02 04:04 UTC',
        '2026-01-02 04:04 UTC',
        'End the session from 2026-01-02 04:04 UTC',
      ],
      ['Alpha/1', '127.0.0.1', '2026-01-02 03:04 UTC', '2026-01-02 03:04 UTC', 'this one'],
    ]);
    const [id = ''] = idsBelow(account, SESSIONS);
    const page = await visitor.post(`${SESSIONS}/${id}/end`);
    expect([page.status, page.location]).to.deep.equal([303, `${ACCOUNT}?done=session`]);
    expect([await isIn(visitor), await isIn(other)]).to.deep.equal([true, false]);
    expect((await visitor.post(`${SESSIONS}/${id}/end`)).status, 'once more').to.equal(404);
  });

  it('is not to be ended by another customer', async () => {
    await addCustomer(service, 'acme');
    const [visitor, acme] = [await enter(service), await enter(service, 'acme')];
    await another();
    const theirs = idsBelow((await visitor.get(ACCOUNT)).text, SESSIONS);
    expect(theirs).to.have.lengthOf(1);
    for (const id of [...theirs, 'ses_none', '%zz', '..']) {
      expect((await acme.post(`${SESSIONS}/${id}/end`)).status, id).to.equal(404);
    }
    expect(rowsOf((await visitor.get(ACCOUNT)).text, 'sessions')).to.have.lengthOf(2);
  });

  it('goes on for a customer who is suspended, and shows that', async () => {
    const visitor = await enter(service);
    await service.container.get(ids.administerSubscribers).suspend('local');
    const page = await visitor.get('/dashboard');
    expect(textOf(page.text)).to.contain('Your subscription is suspended.');
  });
});
