import type { Browser, BrowserContextOptions, ConsoleMessage, Locator, Page } from 'playwright-core';

interface Visiting {
  readonly browser: Browser;
  /** Where the service is. */
  readonly url: string;
  readonly options?: BrowserContextOptions;
}

/** What a browser notes of each answer that is a failure, also where that answer is the page that was asked for. */
const failedLoad = /^Failed to load resource: the server responded with a status of \d{3}/;

/** A customer's browser at the dashboard, which keeps nothing of another one; it finds things as a person does. */
export class CustomerVisit {
  readonly page: Page;
  readonly url: string;
  /** What the browser complained of: errors, warnings, requests that failed, and breaches of the pages' own policy. */
  readonly complaints: string[] = [];
  /** Every address that was asked for. */
  readonly requests: string[] = [];

  private constructor(page: Page, url: string) {
    this.page = page;
    this.url = url;
    page.on('console', (message) => this.#note(message));
    page.on('pageerror', ({ message }) => this.complaints.push(`page error: ${message}`));
    page.on('requestfailed', (request) => {
      // Whoever leaves a page ends what it is asking for.
      if (request.failure()?.errorText === 'net::ERR_ABORTED') return;
      this.complaints.push(`request failed: ${request.url()}`);
    });
    page.on('request', (request) => this.requests.push(request.url()));
  }

  static async begin({ browser, url, options }: Visiting): Promise<CustomerVisit> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const visit = new CustomerVisit(await context.newPage(), url);
    await visit.page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
      console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI);
    });`);
    return visit;
  }

  async end(): Promise<void> {
    await this.page.context().close();
  }

  /** Opens a page of the service, or the one that a link of it leads to. */
  async open(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.url).href);
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  link(name: string | RegExp): Locator {
    return this.page.getByRole('link', { name, exact: true });
  }

  /** A part of the page by its heading. */
  part(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** What the page calls itself. */
  title(): Promise<string> {
    return this.page.getByRole('heading', { level: 1 }).innerText();
  }

  /** What the page says was done. */
  notice(): Promise<string> {
    return this.page.getByRole('status').innerText();
  }

  /** What the page says is wrong. */
  alert(): Promise<string> {
    return this.page.getByRole('alert').innerText();
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.field('E-mail').fill(email);
    await this.field('Password').fill(password);
    await this.button('Sign in').click();
  }

  /** Opens an invitation, and sets this password. */
  async accept(invitation: string, password: string): Promise<void> {
    await this.open(invitation);
    await this.field('Password').fill(password);
    await this.button('Set the password').click();
  }

  /** By how many pixels the page is wider than the window. */
  surplusWidth(): Promise<number> {
    return this.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }

  /** What was asked for anywhere but at the service. */
  elsewhere(): string[] {
    return this.requests.filter((address) => !address.startsWith(`${this.url}/`) && !address.startsWith('data:'));
  }

  #note(message: ConsoleMessage): void {
    const [type, text] = [message.type(), message.text()];
    if (type !== 'error' && type !== 'warning') return;
    if (failedLoad.test(text) && message.location().url === this.page.url()) return;
    this.complaints.push(`${type}: ${text}`);
  }
}
