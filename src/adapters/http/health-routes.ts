import type { ReportHealth } from '../../application/report-health.ts';
import type { Middleware } from './context.ts';

/** GET /health/live: that this answers is the answer. */
export const live: Middleware = function live(ctx) {
  ctx.body = { status: 'live' };
};

/** GET /health/ready */
export function ready(health: ReportHealth): Middleware {
  return async function ready(ctx) {
    const readiness = await health.readiness();
    ctx.status = readiness.status === 'ready' || readiness.status === 'degraded' ? 200 : 503;
    ctx.body = readiness;
  };
}
