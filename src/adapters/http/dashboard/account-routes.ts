import type { ChangePassword } from '../../../application/change-password.ts';
import type { KeepSessions } from '../../../application/keep-sessions.ts';
import type { NoteEvents } from '../../../application/note-events.ts';
import type { SetPassword } from '../../../application/set-password.ts';
import type { Fault } from '../../../domain/errors.ts';
import type { Context, Step } from '../context.ts';
import { refusalOf } from './entry-routes.ts';
import { AccountPage } from './pages/account-page.tsx';
import { fieldOf } from './read-form.ts';
import type { SessionCookie } from './session-cookie.ts';
import { noticeOf, placeOf, redirect, show, signedInOf, visitorOf } from './show-page.ts';

export interface AccountParts {
  readonly keepSessions: KeepSessions;
  readonly changePassword: ChangePassword;
  readonly setPassword: SetPassword;
  readonly events: NoteEvents;
  readonly cookie: SessionCookie;
}

const ACCOUNT = '/dashboard/settings/account';
const notYours = { field: 'current', message: 'is not your password' };
const notices = {
  password: 'Your password is changed, and all other sessions are signed out.',
  session: 'The session is signed out.',
};

/** GET /dashboard/settings/account */
export function showAccount(parts: AccountParts): Step {
  return (ctx) => showPage(ctx, parts);
}

/** POST /dashboard/settings/account/password */
export function changePassword(parts: AccountParts): Step {
  return async function changePassword(ctx) {
    const wish = { current: fieldOf(ctx, 'current'), password: fieldOf(ctx, 'password'), ...placeOf(ctx) };
    const entry = await parts.changePassword.change(signedInOf(ctx), wish);
    if (entry.outcome !== 'entered') {
      const isBlocked = entry.outcome === 'blocked';
      const fault = isBlocked ? { field: '', message: refusalOf(ctx, entry) } : notYours;
      await showPage(ctx, parts, [fault], isBlocked ? 429 : 422);
    } else if (entry.result && 'token' in entry.result) {
      parts.cookie.set(ctx, entry.result.token);
      redirect(ctx, `${ACCOUNT}?done=password`);
    } else {
      await showPage(ctx, parts, entry.result?.faults ?? [notYours], 422); // else another one was set meanwhile
    }
  };
}

/** POST /dashboard/settings/account/sessions/:id/end */
export function endSession({ keepSessions, cookie }: AccountParts): Step {
  return async function endSession(ctx) {
    const { subscriber, session } = signedInOf(ctx);
    const id = ctx.state.params?.id ?? '';
    await keepSessions.end({ subscriberId: subscriber.id, address: placeOf(ctx).address }, id);
    if (id === session.id) cookie.clear(ctx);
    redirect(ctx, id === session.id ? '/dashboard/sign-in' : `${ACCOUNT}?done=session`);
  };
}

async function showPage(
  ctx: Context,
  { keepSessions, events, setPassword }: AccountParts,
  faults: Fault[] = [],
  status = 200,
): Promise<void> {
  const { account, subscriber, session } = signedInOf(ctx);
  const page = AccountPage({
    visitor: visitorOf(signedInOf(ctx)),
    sessions: await keepSessions.list(account),
    currentSessionId: session.id,
    events: await events.latest(subscriber.id),
    proposal: setPassword.propose(),
    faults,
    notice: noticeOf(ctx, notices),
  });
  show(ctx, page, status);
}
