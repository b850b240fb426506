interface Quota {
  readonly plan?: string;
  readonly limit?: number;
  readonly remaining: number;
  /** Until more quota is available. */
  readonly seconds?: number;
  /** The same moment, as the time of day in epoch milliseconds. */
  readonly resetAtMs: number;
}

/** The five headers of a request that was held against a quota; the plan is annual where it is not named. */
export function quotaHeaders({ plan = 'annual', limit = 150, remaining, seconds = 60, resetAtMs }: Quota) {
  return {
    'ratelimit-policy': `"${plan}";q=${limit};w=60`,
    ratelimit: `"${plan}";r=${remaining};t=${seconds}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(resetAtMs / 1000)),
  };
}
