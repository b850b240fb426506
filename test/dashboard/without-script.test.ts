import { expect } from 'chai';
import { CustomerVisit } from '../support/customer-visit.ts';
import { addDashboardCustomer, emailOf, goodPassword } from '../support/dashboard-customer.ts';
import { goTheMainWay } from '../support/main-way.ts';
import { chromium } from '../support/servers/chromium.ts';
import { onServer } from '../support/servers/required-stores.ts';
import { startService, type TestService } from '../support/service.ts';

describe('the dashboard in a browser without scripts', function () {
  this.timeout(60_000);
  const running = onServer(chromium);
  let service: TestService;
  let visit: CustomerVisit;
  beforeEach(async () => {
    service = await startService();
    const options = { javaScriptEnabled: false };
    visit = await CustomerVisit.begin({ browser: running().browser, url: service.url, options });
  });
  afterEach(async () => {
    await visit?.end();
    await service?.stop();
  });

  it('goes all of the main way, and out and in again', async () => {
    await visit.accept(await addDashboardCustomer(service, { id: 'acme' }), goodPassword);
    await goTheMainWay(visit, { urls: [service.url], plan: 'annual', keyName: 'build server' });

    await visit.button('Sign out').click();
    await visit.signIn(emailOf('acme'), goodPassword);
    expect(await visit.title()).to.equal('Overview');
    expect(visit.complaints).to.deep.equal([]);
  });

  it('shows no button that would do nothing', async () => {
    await visit.open(await addDashboardCustomer(service, { id: 'acme' }));
    expect(await visit.page.getByRole('button').allInnerTexts()).to.deep.equal(['Set the password']);
    await visit.accept(visit.page.url(), goodPassword);
    await visit.button('Create a key').click();
    expect(await visit.title()).to.equal('Your new key');
    expect(await visit.page.getByRole('button').allInnerTexts()).to.deep.equal(['Sign out']);
  });
});
