import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Meter } from '../../domain/ports.ts';
import { tellPrimary } from './worker-metrics.ts';

const methods = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'];
const requestSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const storeSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1];

/** Counts in the terms and units of Prometheus: https://prometheus.io/docs/practices/naming/ */
export class PrometheusMeter implements Meter {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to its answer, by route template.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers: [this.#registry],
  });
  readonly #passwords = this.#counter('passwords_issued_total', 'Passwords issued.');
  readonly #decisions = this.#counter('quota_decisions_total', 'Requests held against a quota.', ['plan', 'decision']);
  readonly #failedAttempts = this.#counter('failed_attempts_total', 'Requests with an API key that is not valid.');
  readonly #storeCalls = new Histogram({
    name: 'store_call_duration_seconds',
    help: 'Time of a call to a shared store; outcome is answered or failed.',
    labelNames: ['store', 'outcome'],
    buckets: storeSeconds,
    registers: [this.#registry],
  });
  readonly #storesUp = new Gauge({
    name: 'store_up',
    help: '1 while calls go through to a shared store, 0 while its breaker is open; of several workers the least.',
    labelNames: ['store'],
    registers: [this.#registry],
    aggregator: 'min',
  });

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
    tellPrimary(this.#registry);
  }

  requestAnswered({ method, route, status, seconds }: Parameters<Meter['requestAnswered']>[0]): void {
    this.#requests.observe({ method: methods.includes(method) ? method : 'other', route, status }, seconds);
  }

  passwordsIssued(count: number): void {
    this.#passwords.inc(count);
  }

  quotaDecided(plan: string, allowed: boolean): void {
    this.#decisions.inc({ plan, decision: allowed ? 'accepted' : 'refused' });
  }

  attemptFailed(): void {
    this.#failedAttempts.inc();
  }

  storeCalled({ store, outcome, seconds }: Parameters<Meter['storeCalled']>[0]): void {
    this.#storeCalls.observe({ store, outcome }, seconds);
  }

  storeChanged(store: string, isUp: boolean): void {
    this.#storesUp.set({ store }, isUp ? 1 : 0);
  }

  /** All of it, in Prometheus's text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #counter(name: string, help: string, labelNames: string[] = []): Counter {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }
}
