/** What a subscription buys. Plans are data: see `plans` in config/default.json. */
export interface Plan {
  readonly id: string;
  readonly apiAccess: boolean;
  /** Requests accepted in any 60 seconds, 1 or more; meaningless without API access. */
  readonly requestsPerMinute: number;
  /** What it costs: told, and never charged here. */
  readonly price?: { readonly amountUsd: number; readonly per: 'month' | 'year' };
}
