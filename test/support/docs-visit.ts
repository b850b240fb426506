import type { Browser, Locator, Page } from 'playwright-core';
import { transcript } from './transcript.ts';

interface Visiting {
  readonly browser: Browser;
  /** Where the service is, with any path in front of it. */
  readonly url: string;
  readonly width?: number;
}

/** What a test's caller sees of an executed operation. */
interface Shown {
  readonly status: number;
  /** The answer as it came. */
  readonly body: string;
  /** All that the page then says of it. */
  readonly text: string;
}

/** A visit to the page of the documentation, by a browser that keeps nothing of another one. */
export class DocsVisit {
  readonly page: Page;
  /** What the browser complained of: errors, warnings, requests that failed, and breaches of the page's own policy. */
  readonly complaints: string[] = [];
  /** Every address that was asked for. */
  readonly requests: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('console', (message) => {
      const type = message.type();
      if (type === 'error' || type === 'warning') this.complaints.push(`${type}: ${message.text()}`);
    });
    page.on('pageerror', ({ message }) => this.complaints.push(`page error: ${message}`));
    page.on('requestfailed', (request) => this.complaints.push(`request failed: ${request.url()}`));
    page.on('request', (request) => this.requests.push(request.url()));
  }

  /** Opens the page and waits until the operations stand there. */
  static async begin({ browser, url, width = 1280 }: Visiting): Promise<DocsVisit> {
    const context = await browser.newContext({ viewport: { width, height: 740 } });
    const visit = new DocsVisit(await context.newPage());
    await visit.page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
      console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI);
    });`);
    await visit.page.goto(`${url}/docs`);
    await visit.operation('/api/passwords').waitFor();
    return visit;
  }

  async end(): Promise<void> {
    await this.page.context().close();
  }

  operation(path: string): Locator {
    const { page } = this;
    return page.locator('.opblock-post', { has: page.locator(`.opblock-summary-path[data-path="${path}"]`) });
  }

  async authorize(key: string): Promise<void> {
    const dialog = this.page.locator('.dialog-ux');
    await this.page.locator('.auth-wrapper > button.authorize').click();
    await dialog.locator('input').fill(key);
    await dialog.locator('button[type="submit"]').click();
    await dialog.locator('.btn-done').click();
    await dialog.waitFor({ state: 'detached' });
  }

  async expand(path: string): Promise<void> {
    await this.operation(path).locator('.opblock-summary-control').click();
    await this.operation(path).locator('button.execute').waitFor();
  }

  /** Sends the operation's request with this body, and gives what comes of it once it is shown. */
  async execute(path: string, body: object): Promise<Shown> {
    const operation = this.operation(path);
    await operation.locator('textarea.body-param__text').fill(JSON.stringify(body));
    const [response] = await Promise.all([
      this.page.waitForResponse((answer) => answer.url().endsWith(path)),
      operation.locator('button.execute').click(),
    ]);
    const answer = { status: response.status(), body: await response.text() };
    const headers = JSON.stringify(Object.entries(await response.allHeaders()));
    transcript.answers.push({ request: `POST ${path}`, headers, ...answer });
    const shown = operation.locator('.live-responses-table .response');
    await shown.locator('.highlight-code').waitFor();
    return { ...answer, text: await shown.innerText() };
  }

  /** Whatever the page could have kept where it outlives it, as one text. */
  async kept(): Promise<string> {
    const inPage = await this.page.evaluate(`(async () => ({
      local: { ...localStorage }, session: { ...sessionStorage }, cookies: document.cookie, address: location.hash,
      databases: await indexedDB.databases(), caches: await caches.keys(),
    }))()`);
    return JSON.stringify({ inPage, jar: await this.page.context().cookies() });
  }

  /** By how many pixels the page is wider than the window. */
  async surplusWidth(): Promise<number> {
    return this.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }
}
