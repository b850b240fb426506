import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';

const QUESTION = 'What are your metrics?';
/** A worker that is too busy, or hangs, is told of as it last was. */
const ANSWER_WITHIN_MS = 1000;

type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Where this is a worker: tells its metrics to the process that started it, when that asks. */
export function tellPrimary(registry: Registry): void {
  const { worker } = cluster;
  worker?.on('message', async (message) => {
    if (message === QUESTION) worker.send({ metrics: await registry.getMetricsAsJSON() });
  });
}

/**
 * The metrics of all workers together, asked for by the process that started them. What a dead one had counted when it
 * was last asked stays in the sums: where a sum falls, Prometheus takes all of it for new.
 */
export class WorkerMetrics {
  readonly #own = new Registry();
  readonly #deaths = new Counter({
    name: 'worker_deaths_total',
    help: 'Workers that ended.',
    registers: [this.#own],
  });
  readonly #startTime = new Gauge({
    name: 'process_start_time_seconds',
    help: 'Start of the process that keeps the workers, in seconds since the Unix epoch.',
    registers: [this.#own],
  });
  readonly #living = new Map<number, Snapshot>();
  #dead: Promise<Snapshot> = Promise.resolve([]);

  constructor() {
    this.#startTime.set(performance.timeOrigin / 1000);
    cluster.on('message', (worker, { metrics }) => {
      // Its last words can come after its end.
      if (!worker.isDead()) this.#living.set(worker.id, metrics);
    });
    cluster.on('exit', ({ id }) => {
      this.#deaths.inc();
      const counts = countsOf(this.#living.get(id) ?? []);
      this.#living.delete(id);
      this.#dead = this.#dead.then((dead) => sum([dead, counts]).getMetricsAsJSON());
    });
  }

  /** All of it, in Prometheus's text format. */
  async text(): Promise<string> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    await Promise.all(workers.map((worker) => ask(worker as Worker)));
    const together = sum([await this.#dead, ...this.#living.values()]);
    return `${await together.metrics()}\n${await this.#own.metrics()}`;
  }
}

const sum = (snapshots: Snapshot[]): Registry => AggregatorRegistry.aggregate(snapshots);

/** What only ever grows; the rest ends with its process. */
function countsOf(snapshot: Snapshot): Snapshot {
  return snapshot.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
}

async function ask(worker: Worker): Promise<void> {
  worker.send(QUESTION, () => {}); // one that is just dying does not hear it
  await once(worker, 'message', { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(() => {});
}
