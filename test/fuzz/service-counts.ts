/** What the service itself counted, by its metrics: a second witness beside schemathesis's report. */
export interface ServiceCounts {
  readonly requests: number;
  /** How often each status came from the two paths in /api. */
  readonly inApi: Readonly<Record<string, number>>;
  readonly serverErrors: number;
  /** How many requests a plan's quota let in. */
  accepted(plan: string): number;
}

export async function readCounts(metricsUrl: string): Promise<ServiceCounts> {
  const text = await (await fetch(metricsUrl)).text();
  const requests = samples(text, 'http_request_duration_seconds_count');
  const decisions = samples(text, 'quota_decisions_total');
  const inApi: Record<string, number> = {};
  for (const { labels, value } of requests) {
    if (labels.route?.startsWith('/api/')) inApi[labels.status!] = (inApi[labels.status!] ?? 0) + value;
  }
  return {
    requests: sum(requests),
    inApi,
    serverErrors: sum(requests.filter(({ labels }) => labels.status?.startsWith('5'))),
    accepted: (plan) => sum(decisions.filter(({ labels }) => labels.plan === plan && labels.decision === 'accepted')),
  };
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

function samples(text: string, metric: string): Sample[] {
  return [...text.matchAll(new RegExp(`^${metric}\\{(.*)\\} (\\S+)$`, 'gm'))].map(([, labels = '', value]) => ({
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, label]) => [name, label])),
    value: Number(value),
  }));
}

function sum(all: readonly Sample[]): number {
  return all.reduce((total, { value }) => total + value, 0);
}
