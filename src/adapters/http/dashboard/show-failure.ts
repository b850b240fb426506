import { type ErrorCode, ServiceError } from '../../../domain/errors.ts';
import type { Context } from '../context.ts';
import type { FailureAnswer } from '../error-answer.ts';
import { dashboardHeaders, htmlType, jsonType } from '../response-headers.ts';
import { FailurePage } from './pages/failure-page.tsx';
import { renderPage } from './pages/render.ts';
import { visitorOf } from './show-page.ts';

interface Told {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

const failures: Partial<Record<ErrorCode, Told>> = {
  NOT_FOUND: { status: 404, title: 'There is no such page', text: 'Check the address, or go on from the overview.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: 'This page can’t be asked for like that',
    text: 'Go on from the overview.',
  },
  CROSS_ORIGIN: {
    status: 403,
    title: 'This did not come from the dashboard',
    text: 'Nothing was changed. Open the page in the dashboard itself and try it there.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'That is too much', text: 'Nothing was changed. Go back and send less.' },
  MALFORMED_JSON: { status: 400, title: 'That is no form', text: 'Use the forms of the dashboard.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'That is no form', text: 'Use the forms of the dashboard.' },
  TOO_MANY_CHANGES: {
    status: 429,
    title: 'That was too much at once',
    text: 'Nothing was changed. Wait as many seconds as Retry-After says, a minute at most, then try again.',
  },
  STORE_UNAVAILABLE: {
    status: 503,
    title: 'Your data can’t be reached now',
    text: 'This is our fault. What you sent may not have been done: look again in some seconds.',
  },
};
const ours: Told = {
  status: 500,
  title: 'Something went wrong',
  text: 'This is our fault. Try again later, and tell us the request’s id if it happens again.',
};

/** A failure as a page; whoever is not signed in is sent to where that is done, and a script is told in its own form. */
export function showFailure(ctx: Context, thrown: unknown): FailureAnswer {
  const { headers, signedIn, requestId } = ctx.state;
  const code = thrown instanceof ServiceError ? thrown.code : 'INTERNAL_ERROR';
  Object.assign(headers, dashboardHeaders);
  if (code === 'NOT_SIGNED_IN') {
    if (ctx.path === '/dashboard/quota') return { status: 401, contentType: jsonType, body: 'null' };
    const next = ctx.method === 'GET' && ctx.path !== '/dashboard' ? `?next=${encodeURIComponent(ctx.path)}` : '';
    headers.Location = `/dashboard/sign-in${next}`;
    return { status: 303, contentType: htmlType, body: '' };
  }
  const told = failures[code] ?? ours;
  const page = FailurePage({ visitor: signedIn ? visitorOf(signedIn) : null, ...told, requestId });
  return { status: told.status, contentType: htmlType, body: renderPage(page) };
}
