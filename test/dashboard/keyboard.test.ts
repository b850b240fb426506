import { expect } from 'chai';
import { CustomerVisit } from '../support/customer-visit.ts';
import { addDashboardCustomer, emailOf, goodPassword } from '../support/dashboard-customer.ts';
import { Keyboard } from '../support/keyboard.ts';
import { chromium } from '../support/servers/chromium.ts';
import { onServer } from '../support/servers/required-stores.ts';
import { startService, type TestService } from '../support/service.ts';

describe('the dashboard by the keyboard alone', function () {
  this.timeout(60_000);
  const running = onServer(chromium);
  let service: TestService;
  let visit: CustomerVisit;
  beforeEach(async () => {
    service = await startService();
    const options = { permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce' as const };
    visit = await CustomerVisit.begin({ browser: running().browser, url: service.url, options });
    await visit.accept(await addDashboardCustomer(service, { id: 'acme' }), goodPassword);
    await visit.button('Sign out').click();
    expect(await visit.title()).to.equal('Sign in');
  });
  afterEach(async () => {
    await visit?.end();
    await service?.stop();
  });

  const copied = () => visit.page.evaluate<string>('navigator.clipboard.readText()');

  it('signs in, and creates, copies, rotates and revokes a key, with the focus in view all the way', async () => {
    const keyboard = new Keyboard(visit.page);
    await visit.open('/dashboard/settings/api-keys');
    await keyboard.fill('E-mail', emailOf('acme'));
    await keyboard.fill('Password', goodPassword);
    await keyboard.press('Sign in', { title: 'API Keys' });

    await keyboard.fill('Name', 'build server');
    await keyboard.press('Create a key', { key: 'Space', title: 'Your new key' });
    await keyboard.goTo('Copy the key');
    await visit.page.keyboard.press('Space');
    await visit.page.getByText('Copied', { exact: true }).waitFor();
    const isWhole = (await copied()) === (await visit.page.locator('#key').innerText());
    expect(isWhole, 'the clipboard holds the key').to.equal(true);
    await keyboard.press('I have copied it', { title: 'API Keys' });

    const hint = await visit.page.locator('td code').innerText();
    await keyboard.press(`Manage ${hint}`, { title: 'build server' });
    await keyboard.goTo('In 24 hours');
    await visit.page.keyboard.press('ArrowDown');
    expect(await visit.field('In 1 hour').isChecked()).to.equal(true);
    await keyboard.press('Rotate', { title: 'Your new key' });
    await keyboard.press('I have copied it', { title: 'API Keys' });

    await keyboard.press(`Manage ${hint}`, { title: 'build server' });
    await keyboard.press('Revoke the key…', { title: 'Revoke this key?' });
    await keyboard.press('Revoke the key', { key: 'Space', title: 'API Keys' });
    expect(await visit.notice()).to.equal('The key is revoked: requests with it are refused.');
    expect(await visit.page.getByRole('row').filter({ hasText: hint }).innerText()).to.include('revoked');
  });

  it('leads past the sections of the dashboard to the content', async () => {
    const keyboard = new Keyboard(visit.page);
    await visit.signIn(emailOf('acme'), goodPassword);
    await visit.link('API Keys').click();
    expect(await visit.title()).to.equal('API Keys');
    await keyboard.goTo('Skip to the content');
    await visit.page.keyboard.press('Enter');
    await keyboard.goTo('Name');
    expect(await visit.page.evaluate('document.activeElement.id')).to.equal('name');
  });
});
