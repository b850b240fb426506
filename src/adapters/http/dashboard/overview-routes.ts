import type { ShowOverview } from '../../../application/show-overview.ts';
import { answer } from '../answer.ts';
import type { Step } from '../context.ts';
import { OverviewPage } from './pages/overview-page.tsx';
import { show, signedInOf, visitorOf } from './show-page.ts';

/** GET /dashboard */
export function overview(showOverview: ShowOverview): Step {
  return async function overview(ctx) {
    const signedIn = signedInOf(ctx);
    const { plan = null, quota, usage } = await showOverview.show(signedIn.subscriber);
    const isSuspended = signedIn.subscriber.status !== 'active';
    show(ctx, OverviewPage({ visitor: visitorOf(signedIn), plan, isSuspended, quota, usage }));
  };
}

/** GET /dashboard/quota: what is left now, for the page that shows it. */
export function quota(showOverview: ShowOverview): Step {
  return async function quota(ctx) {
    const left = await showOverview.quotaLeft(signedInOf(ctx).subscriber);
    // Not even into the memory of a page of another port of this host, to which the browser brings the session along.
    ctx.state.headers['Cross-Origin-Resource-Policy'] = 'same-origin';
    answer(ctx, { status: 200, body: JSON.stringify(left) });
  };
}
