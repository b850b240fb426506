import type { ShowOverview } from '../../../application/show-overview.ts';
import type { ActBrake } from '../../../domain/account/act-brake.ts';
import { ServiceError } from '../../../domain/errors.ts';
import { toWait } from '../../../domain/quota/quota-policy.ts';
import type { Route } from '../app.ts';
import type { Context, Step } from '../context.ts';
import type { FailureAnswer } from '../error-answer.ts';
import { scriptType, styleType } from '../response-headers.ts';
import { packaged, serveDocument, text } from '../serve-document.ts';
import { type AccountParts, changePassword, endSession, showAccount } from './account-routes.ts';
import { dashboardScript } from './dashboard-script.ts';
import { dashboardStyle } from './dashboard-style.ts';
import { accept, type EntryParts, enter, leave, showInvitation, showSignIn } from './entry-routes.ts';
import {
  confirmRevocation,
  createKey,
  type KeyParts,
  listKeys,
  renameKey,
  revokeKey,
  rotateKey,
  showKey,
} from './key-routes.ts';
import { overview, quota } from './overview-routes.ts';
import { requireOwnOrigin } from './own-origin.ts';
import { readForm } from './read-form.ts';
import { SessionCookie } from './session-cookie.ts';
import { showFailure } from './show-failure.ts';
import { redirect, signedInOf } from './show-page.ts';
import { showTryIt, type TryParts, tryIt } from './try-routes.ts';

/** The pages, as the app serves them. */
export interface Dashboard {
  readonly routes: readonly Route[];
  readonly showFailure: (ctx: Context, thrown: unknown) => FailureAnswer;
}

export type DashboardParts = Omit<EntryParts & KeyParts & AccountParts & TryParts, 'cookie'> & {
  readonly showOverview: ShowOverview;
  /** Bounds what a subscriber changes in a minute. */
  readonly changes: ActBrake;
};

const KEYS = '/dashboard/settings/api-keys';
const ACCOUNT = '/dashboard/settings/account';

/** Every page and form of the dashboard, by who may use it. */
export function createDashboard(useCases: DashboardParts): Dashboard {
  const parts = { ...useCases, cookie: new SessionCookie(useCases.publicUrl) };
  const ownOrigin = requireOwnOrigin(parts.publicUrl);
  const signedIn = requireSession(parts);
  const braked = brakeChanges(parts.changes);

  const anyone = (path: string, step: Step) => get(path, [step]);
  const anyonesForm = (path: string, step: Step) => post(path, [ownOrigin, readForm, step]);
  const customers = (path: string, step: Step) => get(path, [signedIn, step]);
  const customersForm = (path: string, step: Step) => post(path, [ownOrigin, signedIn, readForm, step]);
  const change = (path: string, step: Step) => post(path, [ownOrigin, signedIn, braked, readForm, step]);

  const routes = [
    anyone('/dashboard/sign-in', showSignIn(parts)),
    anyonesForm('/dashboard/sign-in', enter(parts)),
    anyone('/dashboard/invitations/:token', showInvitation(parts)),
    anyonesForm('/dashboard/invitations/:token', accept(parts)),
    customersForm('/dashboard/sign-out', leave(parts)),
    customers('/dashboard', overview(parts.showOverview)),
    get('/dashboard/quota', [requireSession(parts, { isVisit: false }), quota(parts.showOverview)]),
    customers('/dashboard/settings', (ctx) => redirect(ctx, KEYS)),
    customers(KEYS, listKeys(parts)),
    change(KEYS, createKey(parts)),
    customers(`${KEYS}/:id`, showKey(parts)),
    change(`${KEYS}/:id/rename`, renameKey(parts)),
    change(`${KEYS}/:id/rotate`, rotateKey(parts)),
    customers(`${KEYS}/:id/revoke`, confirmRevocation(parts)),
    change(`${KEYS}/:id/revoke`, revokeKey(parts)),
    customers(ACCOUNT, showAccount(parts)),
    change(`${ACCOUNT}/password`, changePassword(parts)),
    change(`${ACCOUNT}/sessions/:id/end`, endSession(parts)),
    customers('/dashboard/try', showTryIt(parts)),
    customersForm('/dashboard/try', tryIt(parts)),
    asset('pico.css', styleType, packaged('@picocss/pico/css/pico.min.css')),
    asset('dashboard.css', styleType, text(dashboardStyle)),
    asset('dashboard.js', scriptType, text(dashboardScript)),
  ];
  return { routes, showFailure };
}

/** Lets on whoever's browser has the token of a session that has not ended. */
function requireSession({ keepSessions, cookie }: EntryParts, { isVisit = true } = {}): Step {
  return async function requireSession(ctx) {
    const signedIn = await keepSessions.recognize(cookie.read(ctx), { isVisit });
    if (!signedIn) throw new ServiceError('NOT_SIGNED_IN', 'There is no session.');
    ctx.state.signedIn = signedIn;
  };
}

/** Lets nobody change more in a minute than a person does: what is written is kept. */
function brakeChanges(changes: ActBrake): Step {
  return function brakeChanges(ctx) {
    const waitMs = changes.waitMs(signedInOf(ctx).subscriber.id);
    if (waitMs === 0) return;
    throw new ServiceError('TOO_MANY_CHANGES', 'Too many changes.', { retryAfterSeconds: toWait(waitMs) });
  };
}

function asset(file: string, contentType: string, read: () => Promise<Buffer>): Route {
  return get(`/dashboard/assets/${file}`, [serveDocument({ contentType, read })]);
}

function get(path: string, steps: readonly Step[]): Route {
  return { method: 'get', path, steps };
}

function post(path: string, steps: readonly Step[]): Route {
  return { method: 'post', path, steps };
}
