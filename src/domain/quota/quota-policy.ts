import type { Plan } from '../access/plan.ts';
import { ServiceError } from '../errors.ts';
import type { Consumption } from './window.ts';

/** Plans sell requests a minute. */
const WINDOW_SECONDS = 60;

/** The verdict on one request, with all that its caller may know of it. */
export interface QuotaDecision {
  readonly allowed: boolean;
  readonly policy: QuotaPolicy;
  readonly remaining: number;
  readonly availableInMs: number;
  /** The same in whole seconds, rounded up, so that whoever waits them gets in: 1 to 60. */
  readonly availableInSeconds: number;
}

/** What a count is held against: requests, in a window of so many seconds. */
export type Quota = Pick<QuotaPolicy, 'limit' | 'windowSeconds'>;

/** How many requests a plan allows in any window, and what a count means by that measure. */
export class QuotaPolicy {
  readonly planId: string;
  /** Requests in a window: an integer, 1 or more. */
  readonly limit: number;
  readonly windowSeconds: number = WINDOW_SECONDS;

  /** @throws ServiceError IMPOSSIBLE_POLICY where the plan gives no quota */
  constructor({ id, apiAccess, requestsPerMinute }: Plan) {
    if (!apiAccess || !Number.isInteger(requestsPerMinute) || requestsPerMinute < 1) {
      throw new ServiceError('IMPOSSIBLE_POLICY', `The plan ${id} has no quota to hold a request against.`);
    }
    this.planId = id;
    this.limit = requestsPerMinute;
  }

  decide({ accepted, remaining, availableInMs }: Consumption): QuotaDecision {
    return { allowed: accepted, policy: this, remaining, availableInMs, availableInSeconds: toWait(availableInMs) };
  }
}

/** A wait in whole seconds, rounded up, so that it is over when it is said to be: 1 to 60. */
export function toWait(availableInMs: number): number {
  return Math.min(WINDOW_SECONDS, Math.max(1, Math.ceil(availableInMs / 1000)));
}
