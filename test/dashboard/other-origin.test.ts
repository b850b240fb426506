import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ids } from '../../src/composition/ids.ts';
import { CustomerVisit } from '../support/customer-visit.ts';
import { addDashboardCustomer, goodPassword } from '../support/dashboard-customer.ts';
import { ask, load, peek, submitForm } from '../support/foreign-scripts.ts';
import { startForeignSite } from '../support/foreign-site.ts';
import { chromium } from '../support/servers/chromium.ts';
import { onServer } from '../support/servers/required-stores.ts';
import { startService, type TestService } from '../support/service.ts';

const KEYS = '/dashboard/settings/api-keys';
/** What a form of each of these would change, were it let through. */
const changesOf = (keyId: string, sessionId: string): Record<string, Record<string, string>> => ({
  [KEYS]: { name: 'theirs', expiry: '' },
  [`${KEYS}/${keyId}/rename`]: { name: 'theirs' },
  [`${KEYS}/${keyId}/rotate`]: { overlap: '0' },
  [`${KEYS}/${keyId}/revoke`]: {},
  '/dashboard/settings/account/password': { current: goodPassword, password: 'walnut-Fjord-tram-29-quilt' },
  [`/dashboard/settings/account/sessions/${sessionId}/end`]: {},
  '/dashboard/try': { length: '20', count: '1' },
  '/dashboard/sign-out': {},
});

describe('a page of another origin, in the browser of a customer who is signed in', function () {
  this.timeout(60_000);
  const running = onServer(chromium);
  let service: TestService;
  let site: Awaited<ReturnType<typeof startForeignSite>>;
  let victim: CustomerVisit;
  before(async () => {
    [service, site] = await Promise.all([startService(), startForeignSite()]);
    victim = await CustomerVisit.begin({ browser: running().browser, url: service.url });
    await victim.accept(await addDashboardCustomer(service, { id: 'acme' }), goodPassword);
    await victim.field('Name').fill('mine');
    await victim.button('Create a key').click();
    expect(await victim.title()).to.equal('Your new key');
  });
  after(async () => {
    await victim?.end();
    site?.stop();
    await service?.stop();
  });

  /** All that such a page could change. */
  async function kept(): Promise<string> {
    const { container } = service;
    const keys = await container.get(ids.administerKeys).list({ subscriberId: 'acme' });
    const sessions = await container.get(ids.sessionStore).listSessions('acme');
    const account = await container.get(ids.accountStore).findAccount('acme');
    const usage = container.get(ids.usageCounter).pendingOf('acme');
    return JSON.stringify({ keys, sessions, account, usage });
  }

  async function changes() {
    const [key] = await service.container.get(ids.administerKeys).list({ subscriberId: 'acme' });
    const [session] = await service.container.get(ids.sessionStore).listSessions('acme');
    return Object.entries(changesOf(key?.id ?? '', session?.id ?? ''));
  }

  async function staysIn(): Promise<void> {
    await victim.open(KEYS);
    expect(await victim.title()).to.equal('API Keys');
    expect(await victim.link(/^Manage /).count()).to.equal(1);
  }

  for (const where of ['sameSite', 'otherSite'] as const) {
    describe(`of ${where === 'sameSite' ? 'the same site, by another port' : 'another site, by another host'}`, () => {
      /** A page of theirs, in the same browser. */
      async function theirs(): Promise<Page> {
        const page = await victim.page.context().newPage();
        await page.goto(site.urls[where]);
        return page;
      }

      const run = (page: Page, script: string, argument: object): Promise<unknown> =>
        page.evaluate(`(${script})(${JSON.stringify(argument)})`);

      it('sees what it may see: its own pages', async () => {
        const [page, url] = [await theirs(), site.urls[where]];
        expect(await run(page, ask, { url, mode: 'cors' })).to.match(/^basic 200 .*Somebody else/);
        expect(await run(page, peek, { url, way: 'frame' })).to.equal('Somebody else');
        expect(await run(page, peek, { url, way: 'window' })).to.equal('Somebody else');
        expect(await run(page, load, { url: `${url}script.js`, tag: 'script' })).to.equal('loaded');
      });

      it('changes nothing by a form', async () => {
        const before = await kept();
        const page = await theirs();
        for (const [path, fields] of await changes()) {
          const action = service.url + path;
          const answer = page.waitForResponse(action);
          await run(page, submitForm, { action, fields, target: '' });
          expect((await answer).status(), path).to.equal(403);
          await page.getByRole('heading', { name: 'This did not come from the dashboard' }).waitFor();
          await page.goto(site.urls[where]);
        }
        expect(await kept()).to.equal(before);
        await staysIn();
      });

      it('changes nothing by a form into a frame, which shows nothing', async () => {
        const before = await kept();
        const page = await theirs();
        for (const [path, fields] of await changes()) {
          const action = service.url + path;
          const answer = page.waitForResponse(action);
          await run(page, submitForm, { action, fields, target: path });
          expect((await answer).status(), path).to.equal(403);
        }
        expect(await kept()).to.equal(before);
        await staysIn();
      });

      it('changes nothing by a script, and reads nothing', async () => {
        const before = await kept();
        const page = await theirs();
        for (const [path, fields] of await changes()) {
          const url = service.url + path;
          expect(await run(page, ask, { url, mode: 'cors', fields }), path).to.equal('nothing');
          expect(await run(page, ask, { url, mode: 'no-cors', fields }), path).to.equal('nothing');
        }
        for (const path of ['/dashboard', '/dashboard/quota', KEYS, '/dashboard/settings/account']) {
          const url = service.url + path;
          expect(await run(page, ask, { url, mode: 'cors' }), path).to.equal('nothing');
          expect(await run(page, ask, { url, mode: 'no-cors' }), path).to.equal('nothing');
        }
        expect(await kept()).to.equal(before);
        await staysIn();
      });

      it('loads no page as a part of its own, and reads no window', async () => {
        const page = await theirs();
        for (const path of ['/dashboard', '/dashboard/quota', KEYS]) {
          const url = service.url + path;
          for (const tag of ['img', 'script']) {
            expect(await run(page, load, { tag, url }), `${tag} ${path}`).to.equal('nothing');
          }
          for (const way of ['frame', 'window']) {
            expect(await run(page, peek, { url, way }), `${way} ${path}`).to.equal('nothing');
          }
          const framed = page.frames().filter((frame) => frame !== page.mainFrame());
          expect(framed.map((frame) => frame.url().split('/')[0])).to.deep.equal(framed.map(() => 'chrome-error:'));
        }
        await staysIn();
      });
    });
  }
});
