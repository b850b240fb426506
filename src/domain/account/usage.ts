/** What a subscriber's requests came to, within some time. */
export interface Usage {
  /** Those that were accepted. */
  readonly requests: number;
  readonly passwords: number;
  /** Requests that were refused because the quota was used up. */
  readonly refusals: number;
}

export interface UsageCount extends Usage {
  readonly subscriberId: string;
  /** In epoch milliseconds: some moment within the time that it is counted for. */
  readonly atMs: number;
}

/** A part of a chart: what was counted from this moment on, for one step. */
export interface UsageStep extends Usage {
  readonly atMs: number;
}

export type UsageSpan = 'hour' | 'day' | 'month';

const MINUTE_MS = 60_000;

/** Of what steps each span is made, in UTC; the last one is under way. Counts are kept for a step more than is shown. */
export const usageSpans: Readonly<Record<UsageSpan, { readonly stepMs: number; readonly steps: number }>> = {
  hour: { stepMs: MINUTE_MS, steps: 60 },
  day: { stepMs: 60 * MINUTE_MS, steps: 24 },
  month: { stepMs: 24 * 60 * MINUTE_MS, steps: 30 },
};

export const noUsage: Usage = { requests: 0, passwords: 0, refusals: 0 };

/** When the step began that a moment lies in. */
export function stepOf(span: UsageSpan, atMs: number): number {
  return atMs - (atMs % usageSpans[span].stepMs);
}

/** When the first step of a span began. */
export function beginningOf(span: UsageSpan, nowMs: number): number {
  const { stepMs, steps } = usageSpans[span];
  return stepOf(span, nowMs) - (steps - 1) * stepMs;
}

export function sumOf(one: Usage, other: Usage): Usage {
  return {
    requests: one.requests + other.requests,
    passwords: one.passwords + other.passwords,
    refusals: one.refusals + other.refusals,
  };
}
