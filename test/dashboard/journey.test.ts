import { expect } from 'chai';
import { CustomerVisit } from '../support/customer-visit.ts';
import { goodPassword } from '../support/dashboard-customer.ts';
import { goTheMainWay } from '../support/main-way.ts';
import { runCli, withDirectory, withServiceProcess } from '../support/process.ts';
import { chromium } from '../support/servers/chromium.ts';
import { onServer } from '../support/servers/required-stores.ts';
import { newSubscriberId, onSharedStores } from '../support/shared-stores.ts';
import { onTwoServices } from '../support/two-services.ts';

describe('a customer in a browser, from the first link to a key in the place of another', function () {
  this.timeout(60_000);
  const running = onServer(chromium);

  /** Comes by a link, and goes the main way. */
  async function come(link: string, urls: readonly string[]): Promise<void> {
    const visit = await CustomerVisit.begin({ browser: running().browser, url: urls[0] ?? '' });
    try {
      await visit.accept(link, goodPassword);
      await goTheMainWay(visit, { urls, plan: 'annual', keyName: 'build server' });
      expect(visit.complaints).to.deep.equal([]);
      expect(visit.elsewhere()).to.deep.equal([]);
    } finally {
      await visit.end();
    }
  }

  it('on the embedded store, by the link of the first start', () =>
    withDirectory((DATA_DIR) =>
      withServiceProcess({ DATA_DIR }, async (service) => {
        const link = /\S+\/dashboard\/invitations\/\w{43}$/m.exec(service.stdout())?.[0] ?? '';
        expect(new URL(link).origin, 'the link leads to the service').to.equal(service.url);
        await come(link, [service.url]);
        const { code, stderr } = await service.end();
        expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      }),
    ));

  describe('on MongoDB and Redis, with two instances', () => {
    const stores = onSharedStores();
    const services = onTwoServices(() => stores().environment);

    it('by the link of an invitation', async () => {
      const urls = services().map(({ url }) => url);
      const environment = { ...stores().environment, PUBLIC_URL: urls[0] ?? '' };
      const id = newSubscriberId();
      const email = `${id}@example.com`;
      const added = await runCli(['subscribers', 'add', id, '--plan', 'annual', '--email', email], environment);
      expect(added.code, added.stderr).to.equal(0);
      const invited = await runCli(['subscribers', 'invite', id], environment);
      expect(invited.code, invited.stderr).to.equal(0);
      await come(invited.stdout.trim(), urls);
    });
  });
});
