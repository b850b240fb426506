import type { ChargeQuota } from '../../application/charge-quota.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Clock } from '../../domain/ports.ts';
import type { QuotaDecision } from '../../domain/quota/quota-policy.ts';
import type { Step } from './context.ts';

/** Counts the request, and says on whatever answer it gets what is left: also where that is a 400, a 413 or a 415. */
export function holdAgainstQuota(chargeQuota: ChargeQuota, clock: Clock): Step {
  return async function holdAgainstQuota(ctx) {
    if (!ctx.state.caller) throw new Error('A quota is a caller’s: authenticate first.');
    const decision = await chargeQuota.charge(ctx.state.caller);
    tellQuota(ctx.state.headers, decision, clock.nowMs());
    if (!decision.allowed) {
      const { availableInSeconds: retryAfterSeconds } = decision;
      throw new ServiceError('RATE_LIMIT_EXCEEDED', 'The quota is used up.', { retryAfterSeconds });
    }
  };
}

/** draft-ietf-httpapi-ratelimit-headers, and the same in the names that older clients know. */
function tellQuota(headers: Record<string, string>, decision: QuotaDecision, nowMs: number): void {
  const { policy, remaining, availableInMs, availableInSeconds } = decision;
  headers['RateLimit-Policy'] = `"${policy.planId}";q=${policy.limit};w=${policy.windowSeconds}`;
  headers.RateLimit = `"${policy.planId}";r=${remaining};t=${availableInSeconds}`;
  headers['X-RateLimit-Limit'] = String(policy.limit);
  headers['X-RateLimit-Remaining'] = String(remaining);
  headers['X-RateLimit-Reset'] = String(Math.ceil((nowMs + availableInMs) / 1000));
}
