import type { AcceptInvitation } from '../../../application/accept-invitation.ts';
import type { KeepSessions } from '../../../application/keep-sessions.ts';
import type { SetPassword } from '../../../application/set-password.ts';
import type { SignIn } from '../../../application/sign-in.ts';
import { maskKeys } from '../../../domain/access/key-text.ts';
import { type Fault, ServiceError } from '../../../domain/errors.ts';
import { toWait } from '../../../domain/quota/quota-policy.ts';
import type { Context, Step } from '../context.ts';
import { FailurePage } from './pages/failure-page.tsx';
import { InvitationPage } from './pages/invitation-page.tsx';
import { SignInPage } from './pages/sign-in-page.tsx';
import { fieldOf } from './read-form.ts';
import type { SessionCookie } from './session-cookie.ts';
import { placeOf, redirect, show, signedInOf } from './show-page.ts';

export interface EntryParts {
  readonly signIn: SignIn;
  readonly acceptInvitation: AcceptInvitation;
  readonly setPassword: SetPassword;
  readonly keepSessions: KeepSessions;
  readonly cookie: SessionCookie;
}

const HOME = '/dashboard';
const FIRST_PAGE = '/dashboard/settings/api-keys';

/** GET /dashboard/sign-in */
export function showSignIn({ keepSessions, cookie }: EntryParts): Step {
  return async function showSignIn(ctx) {
    if (await keepSessions.recognize(cookie.read(ctx))) redirect(ctx, HOME);
    else show(ctx, SignInPage({ email: '', next: nextOf(ctx.query.next), fault: null }));
  };
}

/** POST /dashboard/sign-in */
export function enter({ signIn, keepSessions, cookie }: EntryParts): Step {
  return async function enter(ctx) {
    const [email, next] = [fieldOf(ctx, 'email'), nextOf(fieldOf(ctx, 'next'))];
    const entry = await signIn.signIn({ email, password: fieldOf(ctx, 'password'), ...placeOf(ctx) });
    if (entry.outcome === 'entered') {
      await endEarlier(ctx, keepSessions, cookie);
      cookie.set(ctx, entry.result);
      redirect(ctx, next);
    } else {
      const fault = refusalOf(ctx, entry);
      const page = SignInPage({ email: maskKeys(email), next, fault });
      show(ctx, page, entry.outcome === 'blocked' ? 429 : 401);
    }
  };
}

/** A browser has one session. Where the earlier one can't be ended, it ends by itself: whoever came in stays in. */
async function endEarlier(ctx: Context, keepSessions: KeepSessions, cookie: SessionCookie): Promise<void> {
  try {
    const earlier = await keepSessions.recognize(cookie.read(ctx), { isVisit: false });
    if (earlier) await keepSessions.signOut(earlier.session, placeOf(ctx).address);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'STORE_UNAVAILABLE') throw error;
  }
}

/** What is told to who was not let in; a block says when it ends. */
export function refusalOf(
  ctx: Context,
  entry: { outcome: 'refused' } | { outcome: 'blocked'; availableInMs: number },
): string {
  if (entry.outcome === 'refused') return 'The e-mail address or the password is wrong.';
  const seconds = toWait(entry.availableInMs);
  ctx.state.headers['Retry-After'] = String(seconds);
  return `Too many attempts failed. Wait ${seconds} seconds, then try again.`;
}

/** GET /dashboard/invitations/:token, which spends nothing: programs that look into mails open links too. */
export function showInvitation({ acceptInvitation, setPassword }: EntryParts): Step {
  return async function showInvitation(ctx) {
    const account = await acceptInvitation.find(tokenOf(ctx));
    if (account) showForm(ctx, account.email, setPassword.propose());
    else showSpent(ctx);
  };
}

/** POST /dashboard/invitations/:token */
export function accept({ acceptInvitation, setPassword, keepSessions, cookie }: EntryParts): Step {
  return async function accept(ctx) {
    const token = tokenOf(ctx);
    const account = await acceptInvitation.find(token);
    const accepted = await acceptInvitation.accept(token, fieldOf(ctx, 'password'), placeOf(ctx));
    if (!account || !accepted) {
      showSpent(ctx);
    } else if ('faults' in accepted) {
      showForm(ctx, account.email, setPassword.propose(), accepted.faults);
    } else {
      await endEarlier(ctx, keepSessions, cookie);
      cookie.set(ctx, accepted.token);
      redirect(ctx, FIRST_PAGE);
    }
  };
}

/** POST /dashboard/sign-out */
export function leave({ keepSessions, cookie }: EntryParts): Step {
  return async function leave(ctx) {
    await keepSessions.signOut(signedInOf(ctx).session, placeOf(ctx).address);
    cookie.clear(ctx);
    redirect(ctx, '/dashboard/sign-in');
  };
}

function showForm(ctx: Context, email: string, proposal: string, faults: Fault[] = []): void {
  const action = `/dashboard/invitations/${tokenOf(ctx)}`;
  show(ctx, InvitationPage({ action, email, proposal, faults }), faults.length > 0 ? 422 : 200);
}

function showSpent(ctx: Context): void {
  const page = FailurePage({
    visitor: null,
    status: 410,
    title: 'This link has ended',
    text: 'It was used already, a newer one has taken its place, or it is older than a day. If you set your password with it, sign in; else ask for a new one.',
    requestId: ctx.state.requestId,
  });
  show(ctx, page, 410);
}

function tokenOf({ state }: Context): string {
  return state.params?.token ?? '';
}

/** A page of the dashboard and nothing else: what came with a link can be anybody's. */
function nextOf(path: unknown): string {
  return typeof path === 'string' && /^\/dashboard(\/[A-Za-z0-9_-]+)*$/.test(path) ? path : HOME;
}
