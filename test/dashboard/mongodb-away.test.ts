import { expect } from 'chai';
import { copyableOf, headingOf } from '../support/dashboard-page.ts';
import { KEYS, OWN_PASSWORD, Visitor } from '../support/dashboard-visit.ts';
import { onFleet, onOwnStores } from '../support/fleet.ts';
import { runCli } from '../support/process.ts';
import { until } from '../support/until.ts';

const BACK_WITHIN_MS = 5000;
const TOLD_WITHIN_MS = 5000;

describe('the dashboard when MongoDB is cut off', () => {
  const place = onOwnStores({ acme: 'ample' });
  const services = onFleet(place);
  const email = 'acme@example.com';

  it('says so at each service and signs nobody out, and the API goes on', async () => {
    const { environment, toMongo } = place();
    await runCli(['subscribers', 'set-email', 'acme', email], environment);
    const { stdout } = await runCli(['subscribers', 'invite', 'acme', '--json'], environment);
    const path = new URL(JSON.parse(stdout).link).pathname;
    const visitors = services().urls.map((url) => new Visitor({ url }));
    const [first, second] = [visitors[0]!, visitors[1]!];
    await first.post(path, { password: OWN_PASSWORD });
    const fields = { email, password: OWN_PASSWORD };
    expect((await second.post('/dashboard/sign-in', fields)).status).to.equal(303);
    const key = copyableOf((await first.post(KEYS, { name: 'build', expiry: '' })).text, 'key');
    const statuses = async () => (await services().ask(key)).map(({ status }) => status);
    expect(await statuses()).to.deep.equal([200, 200]);

    toMongo.cut();
    try {
      for (const visitor of visitors) {
        const startMs = performance.now();
        const pages = [
          await visitor.get(KEYS),
          await visitor.get('/dashboard'),
          await visitor.post(KEYS, { name: 'one more', expiry: '' }),
          await visitor.post('/dashboard/sign-in', fields),
          await visitor.post('/dashboard/sign-out'),
        ];
        for (const page of pages) {
          expect([page.status, headingOf(page.text)]).to.deep.equal([503, 'Your data can’t be reached now']);
          expect(page.headers.get('retry-after')).to.equal('5');
          expect(page.headers.getSetCookie()).to.deep.equal([]);
          expect(page.text).not.to.contain('wrong');
        }
        expect(performance.now() - startMs).to.be.below(TOLD_WITHIN_MS);
      }
      expect(await statuses(), 'a known key').to.deep.equal([200, 200]);
    } finally {
      toMongo.mend();
    }
    await until('the pages again', BACK_WITHIN_MS, async () => {
      const pages = await Promise.all(visitors.map((visitor) => visitor.get(KEYS)));
      return pages.every(({ status }) => status === 200);
    });
    expect(services().isRunning, 'with no restart').to.equal(true);
  }).timeout(60_000);
});
