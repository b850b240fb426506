import type { ReportHealth } from '../../application/report-health.ts';
import type { Step } from './context.ts';

/** GET /health/live: that this answers is the answer. */
export const live: Step = function live(ctx) {
  ctx.body = { status: 'live' };
};

/** GET /health/ready */
export function ready(health: ReportHealth): Step {
  return async function ready(ctx) {
    const readiness = await health.readiness();
    ctx.status = readiness.status === 'ready' || readiness.status === 'degraded' ? 200 : 503;
    ctx.body = readiness;
  };
}
