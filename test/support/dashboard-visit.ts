import { ids } from '../../src/composition/ids.ts';
import type { Answer, TestService } from './service.ts';
import { transcript } from './transcript.ts';

/** Long enough, and nothing that anybody would guess. */
export const OWN_PASSWORD = 'gannet-plover 84 thicket/oxbow';
export const KEYS = '/dashboard/settings/api-keys';
export const ACCOUNT = '/dashboard/settings/account';

export interface Page extends Answer {
  /** Where a redirection leads; null where it is none. */
  readonly location: string | null;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Headers | undefined;
  readonly body?: string | Uint8Array;
}

/** What a browser would send is left out where it is null. */
type Headers = Record<string, string | null>;

/** Somebody with a browser: keeps cookies, and tells where a form came from, but follows no redirection. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #headers: Headers;

  /** @param headers on all requests, such as what a proxy adds */
  constructor({ url }: { readonly url: string }, headers: Headers = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  /** As the next request sends them. */
  get cookie(): string | null {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') || null;
  }

  get(path: string, headers?: Headers): Promise<Page> {
    return this.ask({ method: 'GET', path, headers });
  }

  /** Sends a form as a page of the dashboard does. */
  async post(path: string, fields: Record<string, string> = {}, headers: Headers = {}): Promise<Page> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const origin = { origin: this.#url, 'sec-fetch-site': 'same-origin' };
    const body = new URLSearchParams(fields).toString();
    const page = await this.ask({ method: 'POST', path, headers: { ...type, ...origin, ...headers }, body });
    // A redirection says that it was set, or is the one to sign in with.
    if (fields.password && page.status === 303) transcript.ownPasswords.push(fields.password);
    return page;
  }

  /** Sends a request with the cookies, and nothing else that is not told. */
  async ask({ method, path, headers = {}, body }: Request): Promise<Page> {
    const all = Object.entries({ cookie: this.cookie, ...this.#headers, ...headers });
    const response = await fetch(this.#url + path, {
      method,
      redirect: 'manual',
      headers: all.filter((header): header is [string, string] => header[1] !== null),
      ...(body === undefined ? {} : { body: body as string }),
    });
    const text = await response.text();
    const heard = { status: response.status, headers: JSON.stringify([...response.headers]), body: text };
    transcript.answers.push({ request: `${method} ${path}`, ...heard });
    this.#keep(response.headers.getSetCookie());
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
      location: response.headers.get('location'),
    };
  }

  #keep(setCookies: readonly string[]): void {
    for (const cookie of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** Adds a customer on the plan annual, without a key, who signs in as `ID@example.com`. */
export async function addCustomer({ container }: TestService, id: string, plan = 'annual'): Promise<void> {
  await container.get(ids.administerSubscribers).add({ id, plan, name: null, email: `${id}@example.com` });
}

/** The path of a new invitation. */
export async function invite({ container }: TestService, id = 'local'): Promise<string> {
  return `/dashboard/invitations/${(await container.get(ids.inviteCustomer).invite(id)).token}`;
}

/** A customer who has just set their password, and is signed in by it. */
export async function enter(service: TestService, id = 'local', headers: Headers = {}): Promise<Visitor> {
  const visitor = new Visitor(service, headers);
  const { status, text } = await visitor.post(await invite(service, id), { password: OWN_PASSWORD });
  if (status !== 303) throw new Error(`Not let in: ${text}`);
  return visitor;
}

/** Signs in with the password that was set. */
export function signIn(visitor: Visitor, email = 'local@localhost', password = OWN_PASSWORD): Promise<Page> {
  return visitor.post('/dashboard/sign-in', { email, password, next: '' });
}
