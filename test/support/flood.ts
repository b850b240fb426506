import { execFileSync } from 'node:child_process';
import autocannon from 'autocannon';
import type { ServiceProcess } from './process.ts';

interface Flood {
  readonly service: ServiceProcess;
  readonly amount: number;
  readonly connections?: number;
  /** The headers of each request, by its number. */
  headersOf(number: number): Record<string, string>;
}

export interface FloodReport {
  /** How many answers had each status. */
  readonly statuses: Record<string, number>;
  /** Connections that broke, and requests without an answer in time. */
  readonly errors: number;
  readonly requestsASecond: number;
  /** The peak of the resident memory in each quarter of the requests, in MiB. */
  readonly peaksMib: readonly number[];
}

const SAMPLE_MS = 200;

/** Sends so many requests for a password as fast as they are answered, and watches the memory of the service. */
export async function flood({ service, amount, connections = 30, headersOf }: Flood): Promise<FloodReport> {
  const statuses: Record<string, number> = {};
  const peaksMib = [0, 0, 0, 0];
  let sent = 0;
  let answered = 0;
  const timer = setInterval(() => {
    const quarter = Math.min(3, Math.floor((answered / amount) * 4));
    peaksMib[quarter] = Math.max(peaksMib[quarter] ?? 0, residentMib(service));
  }, SAMPLE_MS);
  const result = await autocannon({
    url: `${service.url}/api/passwords`,
    method: 'POST',
    body: '{"length":20}',
    connections,
    amount,
    requests: [
      {
        setupRequest: (request) => {
          sent += 1;
          return { ...request, headers: { 'content-type': 'application/json', ...headersOf(sent) } };
        },
        onResponse: (status) => {
          answered += 1;
          statuses[status] = (statuses[status] ?? 0) + 1;
        },
      },
    ],
  });
  clearInterval(timer);
  return { statuses, errors: result.errors, requestsASecond: Math.round(answered / result.duration), peaksMib };
}

function residentMib({ child }: ServiceProcess): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024);
}
