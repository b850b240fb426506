import type { ReportHealth } from '../../application/report-health.ts';
import { answer } from './answer.ts';
import type { Step } from './context.ts';

/** GET /health/live: that this answers is the answer. */
export const live: Step = function live(ctx) {
  answer(ctx, { status: 200, body: '{"status":"live"}' });
};

/** GET /health/ready */
export function ready(health: ReportHealth): Step {
  return async function ready(ctx) {
    const readiness = await health.readiness();
    const serves = readiness.status === 'ready' || readiness.status === 'degraded';
    answer(ctx, { status: serves ? 200 : 503, body: JSON.stringify(readiness) });
  };
}
