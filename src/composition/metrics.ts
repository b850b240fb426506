import type { MetricsServer } from '../adapters/metrics/metrics-server.ts';
import { silentMeter } from '../adapters/metrics/silent-meter.ts';
import type { Meter } from '../domain/ports.ts';
import { type Settings, workersOf } from './settings.ts';

export interface Metrics {
  readonly meter: Meter;
  /** Undefined where nobody asks for metrics. */
  readonly createServer: (() => MetricsServer) | undefined;
}

/** What counts, and where it is told; the library is loaded only where it is used. */
export async function loadMetrics(settings: Settings): Promise<Metrics> {
  const { host, metricsPort: port } = settings;
  if (port === null) return { meter: silentMeter, createServer: undefined };
  const { MetricsServer } = await import('../adapters/metrics/metrics-server.ts');
  const { PrometheusMeter } = await import('../adapters/metrics/prometheus-meter.ts');
  const { WorkerMetrics } = await import('../adapters/metrics/worker-metrics.ts');
  const meter = new PrometheusMeter();
  const createServer = () => {
    // With several workers, this is asked of the process that started them, and counts nothing by itself.
    const source = workersOf(settings) > 1 ? new WorkerMetrics() : meter;
    return new MetricsServer({ host, port, text: () => source.text() });
  };
  return { meter, createServer };
}
