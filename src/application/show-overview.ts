import type { Plan } from '../domain/access/plan.ts';
import { eligibilityOf, type Subscriber } from '../domain/access/subscriber.ts';
import type { UsageStore } from '../domain/account/ports.ts';
import {
  beginningOf,
  noUsage,
  stepOf,
  sumOf,
  type UsageCount,
  type UsageSpan,
  type UsageStep,
  usageSpans,
} from '../domain/account/usage.ts';
import type { Clock, RateLimiter } from '../domain/ports.ts';
import { QuotaPolicy, toWait } from '../domain/quota/quota-policy.ts';
import type { RecordUsage } from './record-usage.ts';

/** What is left of a plan's limit now. */
export interface QuotaLeft {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until more is, rounded up: 0 where nothing was counted. */
  readonly availableInSeconds: number;
}

export interface Overview {
  /** Undefined where the operator has withdrawn it. */
  readonly plan: Plan | undefined;
  /** Null where the subscriber may not call at all. */
  readonly quota: QuotaLeft | null;
  readonly usage: Readonly<Record<UsageSpan, UsageStep[]>>;
}

interface OverviewParts {
  readonly plans: ReadonlyMap<string, Plan>;
  readonly limiter: RateLimiter;
  readonly store: UsageStore;
  readonly recordUsage: RecordUsage;
  readonly clock: Clock;
}

/** What a customer has, has left, and has used. */
export class ShowOverview {
  readonly #parts: OverviewParts;

  constructor(parts: OverviewParts) {
    this.#parts = parts;
  }

  async show(subscriber: Subscriber): Promise<Overview> {
    const unwritten = this.#parts.recordUsage.unwrittenOf(subscriber.id);
    const [quota, hour, day, month] = await Promise.all([
      this.quotaLeft(subscriber),
      this.#usage(subscriber.id, 'hour', unwritten),
      this.#usage(subscriber.id, 'day', unwritten),
      this.#usage(subscriber.id, 'month', unwritten),
    ]);
    return { plan: this.#parts.plans.get(subscriber.plan), quota, usage: { hour, day, month } };
  }

  async quotaLeft(subscriber: Subscriber): Promise<QuotaLeft | null> {
    const plan = this.#parts.plans.get(subscriber.plan);
    if (!plan || eligibilityOf(subscriber, plan) !== 'eligible') return null;
    const policy = new QuotaPolicy(plan);
    const { remaining, availableInMs } = await this.#parts.limiter.look(subscriber.id, policy);
    return { limit: policy.limit, remaining, availableInSeconds: availableInMs === 0 ? 0 : toWait(availableInMs) };
  }

  /** Every step of a span, with what is not written yet. */
  async #usage(subscriberId: string, span: UsageSpan, unwritten: readonly UsageCount[]): Promise<UsageStep[]> {
    const { store, clock } = this.#parts;
    const { stepMs, steps } = usageSpans[span];
    const fromMs = beginningOf(span, clock.nowMs());
    const byStep = new Map((await store.readUsage(subscriberId, span, fromMs)).map((step) => [step.atMs, step]));
    for (const count of unwritten) {
      const atMs = stepOf(span, count.atMs);
      byStep.set(atMs, { atMs, ...sumOf(byStep.get(atMs) ?? noUsage, count) });
    }
    return Array.from({ length: steps }, (_, step) => {
      const atMs = fromMs + step * stepMs;
      return byStep.get(atMs) ?? { atMs, ...noUsage };
    });
  }
}
