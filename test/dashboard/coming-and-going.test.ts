import { expect } from 'chai';
import { CustomerVisit } from '../support/customer-visit.ts';
import { addDashboardCustomer, emailOf, goodPassword, invite } from '../support/dashboard-customer.ts';
import { chromium } from '../support/servers/chromium.ts';
import { onServer } from '../support/servers/required-stores.ts';
import { startService, type TestService } from '../support/service.ts';

const HOUR_MS = 3_600_000;
const anotherPassword = 'walnut-Fjord-tram-29-quilt';
const wrong = 'The e-mail address or the password is wrong.';

describe('who comes to the dashboard in a browser, and who has to go', function () {
  this.timeout(60_000);
  const running = onServer(chromium);
  let service: TestService;
  let visits: CustomerVisit[];
  beforeEach(async () => {
    visits = [];
    service = await startService();
  });
  afterEach(async () => {
    for (const visit of visits) await visit.end();
    await service?.stop();
  });

  /** A browser of its own. */
  async function anyone(): Promise<CustomerVisit> {
    const visit = await CustomerVisit.begin({ browser: running().browser, url: service.url });
    visits.push(visit);
    return visit;
  }

  /** One in which the customer `acme` has just set their password. */
  async function newcomer(): Promise<CustomerVisit> {
    const visit = await anyone();
    await visit.accept(await addDashboardCustomer(service, { id: 'acme' }), goodPassword);
    return visit;
  }

  async function signedIn(): Promise<CustomerVisit> {
    const visit = await anyone();
    await visit.open('/dashboard/sign-in');
    await visit.signIn(emailOf('acme'), goodPassword);
    expect(await visit.title()).to.equal('Overview');
    return visit;
  }

  it('keeps out a wrong password, and keeps what else was typed', async () => {
    const visit = await newcomer();
    await visit.button('Sign out').click();
    await visit.signIn(emailOf('acme'), 'not the password');
    expect({ title: await visit.title(), alert: await visit.alert() }).to.deep.equal({
      title: 'Sign in',
      alert: wrong,
    });
    expect(await visit.field('E-mail').inputValue()).to.equal(emailOf('acme'));
    expect(await visit.field('Password').inputValue()).to.equal('');
    await visit.signIn(emailOf('acme'), goodPassword);
    expect(await visit.title()).to.equal('Overview');
  });

  it('lets in by a link once, by the newest one alone, and within a day', async () => {
    const visit = await anyone();
    const first = await addDashboardCustomer(service, { id: 'acme' });
    const second = await invite(service, 'acme');
    await visit.open(first);
    expect(await visit.title(), 'a newer one is there').to.equal('This link has ended');
    await visit.accept(second, 'too short');
    expect(await visit.alert()).to.include('Password must be 15 to 256 characters');
    await visit.accept(second, goodPassword);
    expect(await visit.title()).to.equal('API Keys');
    await visit.open(second);
    expect(await visit.title(), 'spent').to.equal('This link has ended');

    const third = await invite(service, 'acme');
    service.clock.advance(24 * HOUR_MS);
    await visit.open(third);
    expect(await visit.title(), 'a day old').to.equal('This link has ended');
  });

  it('fills in the password that it proposes, and shows what is typed', async () => {
    const visit = await anyone();
    await visit.open(await addDashboardCustomer(service, { id: 'acme' }));
    await visit.button('Use this one').click();
    const field = visit.field('Password');
    const proposed = await visit.page.locator('#proposal').innerText();
    expect([await field.inputValue(), await field.getAttribute('type')]).to.deep.equal([proposed, 'password']);
    await visit.button('Show').click();
    expect(await field.getAttribute('type')).to.equal('text');
    await visit.button('Set the password').click();
    expect(await visit.title()).to.equal('API Keys');
  });

  it('asks for the password again after twelve idle hours, and leads on to where one was going', async () => {
    const visit = await newcomer();
    service.clock.advance(12 * HOUR_MS);
    await visit.link('Account').click();
    expect(await visit.title()).to.equal('Sign in');
    await visit.signIn(emailOf('acme'), goodPassword);
    expect(await visit.title()).to.equal('Account');
  });

  it('signs out all other browsers by a change of the password', async () => {
    const [here, there] = [await newcomer(), await signedIn()];
    await here.link('Account').click();
    await here.field('Current password').fill(goodPassword);
    await here.field('New password').fill(anotherPassword);
    await here.button('Change the password').click();
    expect(await here.notice()).to.equal('Your password is changed, and all other sessions are signed out.');

    await there.link('API Keys').click();
    expect(await there.title()).to.equal('Sign in');
    await there.signIn(emailOf('acme'), goodPassword);
    expect(await there.alert(), 'the password before').to.equal(wrong);
    await there.signIn(emailOf('acme'), anotherPassword);
    expect(await there.title()).to.equal('API Keys');
    await here.link('API Keys').click();
    expect(await here.title()).to.equal('API Keys');
  });

  it('signs out another browser whose session is ended, and no other', async () => {
    const [here, there] = [await newcomer(), await signedIn()];
    await here.link('Account').click();
    await here.button(/^End the session from /).click();
    expect(await here.notice()).to.equal('The session is signed out.');
    expect(await here.button(/^End the session from /).count()).to.equal(0);
    await there.link('Account').click();
    expect(await there.title()).to.equal('Sign in');
  });
});
