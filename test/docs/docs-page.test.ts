import { expect } from 'chai';
import { DocsVisit } from '../support/docs-visit.ts';
import { startPathProxy } from '../support/path-proxy.ts';
import { chromium } from '../support/servers/chromium.ts';
import { onServer } from '../support/servers/required-stores.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const telephone = 360;
/** Of the right form, and nobody's. */
const wrongKey = 'pgs_no-such-key';
const keptNothing = (hash: string) => ({
  inPage: { local: {}, session: {}, cookies: '', address: hash, databases: [], caches: [] },
  jar: [],
});

describe('the page of the documentation, in a browser', function () {
  this.timeout(60_000);
  const running = onServer(chromium);
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service?.stop()); // there is none where there is no browser

  /** Begins a visit and ends it in any case; the browser must have complained of no more than this. */
  async function visit(
    use: (docs: DocsVisit) => Promise<void>,
    { width = 1280, url = service.url, complaints = [] as string[] } = {},
  ): Promise<void> {
    const docs = await DocsVisit.begin({ browser: running().browser, url, width });
    try {
      await use(docs);
      expect(docs.complaints).to.deep.equal(complaints);
      const elsewhere = docs.requests.filter((address) => !address.startsWith(`${url}/`));
      expect(elsewhere, 'asked for elsewhere').to.deep.equal([]);
    } finally {
      await docs.end();
    }
  }

  async function executeBoth(docs: DocsVisit): Promise<void> {
    const wishes = [
      { path: '/api/passwords', body: { length: 24 }, count: 1 },
      { path: '/api/passwords/bulk', body: { count: 3, length: 24 }, count: 3 },
    ];
    for (const { path, body: wish, count } of wishes) {
      await docs.expand(path);
      const { status, body, text } = await docs.execute(path, wish);
      const passwords = [...body.matchAll(/"password":"([^"]{24})"/g)].map(([, password = '']) => password);
      // Compared out of sight: a failure must not print a password.
      const facts = { status, issued: passwords.length, areShown: passwords.every((one) => text.includes(one)) };
      expect(facts).to.deep.equal({ status: 200, issued: count, areShown: true });
    }
  }

  it('loads from the service alone, and shows what can be done', async () => {
    await visit(async (docs) => {
      expect(await docs.page.title()).to.equal('Password generation API');
      const paths = docs.page.locator('.opblock-summary-path');
      expect(await paths.allInnerTexts()).to.include.members(['/api/passwords', '/api/passwords/bulk']);
      const names = docs.requests.map((address) => address.slice(service.url.length));
      expect(names.sort()).to.deep.equal([
        '/docs',
        '/docs/init.js',
        '/docs/page.css',
        '/docs/swagger-ui-bundle.js',
        '/docs/swagger-ui.css',
        '/openapi.json',
      ]);
    });
  });

  it('leads past the guide to the operations', async () => {
    await visit(async (docs) => {
      const isInView = async () => {
        const box = await docs.operation('/api/passwords').boundingBox();
        return box !== null && box.y > 0 && box.y < 400;
      };
      expect(await isInView()).to.equal(false);
      await docs.page.locator('.way a').click();
      await until('the operations are in view', 5_000, isInView);
    });
  });

  it('executes both operations with a key, and keeps nothing of it', async () => {
    await visit(async (docs) => {
      await docs.authorize(service.key);
      await executeBoth(docs);
      const hash = '#/Passwords/createPasswords';
      expect(JSON.parse(await docs.kept())).to.deep.equal(keptNothing(hash));
    });
  });

  it('forgets the key when it is loaded anew', async () => {
    const complaints = ['error: Failed to load resource: the server responded with a status of 401 (Unauthorized)'];
    await visit(
      async (docs) => {
        await docs.authorize(service.key);
        await docs.page.reload();
        await docs.expand('/api/passwords');
        const { status, text } = await docs.execute('/api/passwords', { length: 24 });
        expect({ status, isTold: text.includes('MISSING_API_KEY') }).to.deep.equal({ status: 401, isTold: true });
      },
      { complaints },
    );
  });

  it('lets the browser keep nothing of what is typed as a key', async () => {
    await visit(async ({ page }) => {
      await page.locator('.auth-wrapper > button.authorize').click();
      const field = page.locator('.dialog-ux input');
      const told = ['autocomplete', 'spellcheck'].map((name) => field.getAttribute(name));
      expect(await Promise.all(told)).to.deep.equal(['off', 'false']);
    });
  });

  it('shows the refusal of a wrong key', async () => {
    // The browser's own note of any answer that is a failure.
    const complaints = ['error: Failed to load resource: the server responded with a status of 401 (Unauthorized)'];
    await visit(
      async (docs) => {
        await docs.authorize(wrongKey);
        await docs.expand('/api/passwords');
        const { status, text } = await docs.execute('/api/passwords', { length: 24 });
        expect({ status, isTold: text.includes('INVALID_API_KEY') }).to.deep.equal({ status: 401, isTold: true });
      },
      { complaints },
    );
  });

  it('works behind a proxy that puts a path in front', async () => {
    const proxy = await startPathProxy({ target: service.url, path: '/tools/passwords' });
    try {
      await visit(
        async (docs) => {
          await docs.authorize(service.key);
          await executeBoth(docs);
        },
        { url: proxy.url },
      );
    } finally {
      proxy.stop();
    }
  });

  it('has room on a telephone, with everything opened', async () => {
    await visit(
      async (docs) => {
        const { page } = docs;
        const open = page.locator('.auth-wrapper > button.authorize');
        expect(await open.isVisible()).to.equal(true);
        expect(await docs.surplusWidth(), 'at first').to.equal(0);

        await docs.authorize(service.key);
        await executeBoth(docs);
        expect(await docs.surplusWidth(), 'with answers').to.equal(0);

        for (const tab of await page.locator('.tablinks', { hasText: 'Schema' }).all()) await tab.click();
        await page.locator('.models-control').click();
        expect(await docs.surplusWidth(), 'with schemas').to.equal(0);
        const schemas = await page.locator('.responses-table .model-container').all();
        const boxes = await Promise.all(schemas.map((schema) => schema.boundingBox()));
        expect(Math.min(...boxes.map((box) => box?.width ?? 0)), 'the narrowest schema').to.be.above(250);

        for (const path of ['/api/passwords', '/api/passwords/bulk']) {
          const box = await docs.operation(path).locator('button.execute').boundingBox();
          expect(box?.x).to.be.at.least(0);
          expect((box?.x ?? 0) + (box?.width ?? Number.NaN)).to.be.at.most(telephone);
        }
      },
      { width: telephone },
    );
  });
});
