import type { VNode } from 'preact';
import type { SignedIn } from '../../../application/keep-sessions.ts';
import { maskKeys } from '../../../domain/access/key-text.ts';
import { ServiceError } from '../../../domain/errors.ts';
import { answer } from '../answer.ts';
import { clientAddress, clientNetwork } from '../client-network.ts';
import type { Context } from '../context.ts';
import { dashboardHeaders, htmlType } from '../response-headers.ts';
import type { Visitor } from './pages/layout.tsx';
import { renderPage } from './pages/render.ts';

export function show(ctx: Context, page: VNode, status = 200): void {
  Object.assign(ctx.state.headers, dashboardHeaders);
  answer(ctx, { status, contentType: htmlType, body: renderPage(page) });
}

/** To be asked for by GET, whatever this was (RFC 9110, section 15.4.4). */
export function redirect(ctx: Context, path: string): void {
  Object.assign(ctx.state.headers, dashboardHeaders, { Location: path });
  answer(ctx, { status: 303 });
}

export function signedInOf({ state }: Context): SignedIn {
  if (!state.signedIn) throw new ServiceError('NOT_SIGNED_IN', 'Nobody is signed in.');
  return state.signedIn;
}

/** As every page shows who is signed in. */
export function visitorOf({ account, subscriber }: SignedIn): Visitor {
  return { email: account.email, subscriberId: subscriber.id, name: subscriber.name };
}

/** Where a request came from, as it may be kept and shown. */
export function placeOf(ctx: Context) {
  return {
    address: clientAddress(ctx.ip),
    network: clientNetwork(ctx.ip),
    browser: maskKeys(ctx.headers['user-agent'] ?? 'an unknown browser'),
  };
}

/** The notice by its name in the address, where there is one. */
export function noticeOf(ctx: Context, notices: Readonly<Record<string, string>>): string | null {
  const { done } = ctx.query;
  return typeof done === 'string' && Object.hasOwn(notices, done) ? (notices[done] ?? null) : null;
}
