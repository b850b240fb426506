import { ServiceError } from '../../../domain/errors.ts';
import type { Context, Step } from '../context.ts';

/** What a Host header is shown as: it stands in a command that is pasted. */
const host = /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/;

/** A host that a browser has of this machine alone, whatever a name server says. */
const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** Whether a browser reaches this service by https, as far as that is told. */
export function isBehindTls(ctx: Context, publicUrl: string | null): boolean {
  return publicUrl === null ? ctx.secure : publicUrl.startsWith('https://');
}

/** Under which origin the service was reached by this request. */
export function originOf(ctx: Context, publicUrl: string | null): string {
  if (publicUrl !== null) return new URL(publicUrl).origin;
  return `${ctx.secure ? 'https' : 'http'}://${host.test(ctx.host) ? ctx.host : 'localhost'}`;
}

/**
 * Lets a form through that one of the dashboard's own pages sent, and no other: a browser tells by Sec-Fetch-Site whether it was
 * of the same origin, and by Origin which one it was. What tells neither is no browser that could be trusted here.
 */
export function requireOwnOrigin(publicUrl: string | null): Step {
  return function requireOwnOrigin(ctx) {
    const { origin, 'sec-fetch-site': site } = ctx.headers;
    const isTold = origin !== undefined || site !== undefined;
    const isOwnSite = site === undefined || site === 'same-origin';
    const isOwnOrigin = origin === undefined || isOwn(origin, ctx, publicUrl);
    if (!isTold || !isOwnSite || !isOwnOrigin) throw new ServiceError('CROSS_ORIGIN', 'The form is of another origin.');
  };
}

function isOwn(origin: string, ctx: Context, publicUrl: string | null): boolean {
  if (publicUrl !== null) return origin === new URL(publicUrl).origin || isOfThisMachine(origin, ctx);
  // A proxy may speak https where this service does not know it, so that hosts are compared, and nothing else.
  return URL.canParse(origin) && new URL(origin).host === ctx.host.toLowerCase();
}

/** An operator's browser, which reached the service past the proxy: what a proxy says of the host is not asked. */
function isOfThisMachine(origin: string, { headers: { host = '' } }: Context): boolean {
  return loopback.test(host) && origin === `http://${host}`;
}
