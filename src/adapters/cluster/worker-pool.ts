import cluster, { type Address, type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../../domain/errors.ts';
import type { Logger } from '../../domain/ports.ts';
import { urlOf } from '../listen.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** Whoever lives this long has not died of its start. */
const SETTLED_AFTER_MS = 60_000;

/** The worker processes of this one: as many as are wanted, a dead one replaced, and all of them ended together. */
export class WorkerPool {
  readonly #size: number;
  readonly #logger: Logger;
  #pauseMs = FIRST_PAUSE_MS;
  #lastDeathMs = Number.NEGATIVE_INFINITY;
  #isDraining = false;

  constructor(size: number, logger: Logger) {
    this.#size = size;
    this.#logger = logger;
    // Workers take connections by themselves: one that was handed to a worker as it died would hang for ever.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
  }

  /**
   * @returns the URL under which they answer, once all listen
   * @throws ServiceError WORKER_FAILED where the first one ends before it listens
   */
  async start(): Promise<string> {
    const first = cluster.fork();
    const ended = once(first, 'exit').then(() => {
      throw new ServiceError('WORKER_FAILED', 'No worker was started, for the reason above.');
    });
    const [address]: Address[] = await Promise.race([once(first, 'listening'), ended]);
    ended.catch(() => {});
    const others = Array.from({ length: this.#size - 1 }, () => cluster.fork());
    for (const worker of [first, ...others]) this.#keep(worker);
    await Promise.all(others.map((worker) => Promise.race([once(worker, 'listening'), once(worker, 'exit')])));
    return urlOf({ address: address?.address ?? '', port: address?.port ?? 0 });
  }

  /** Tells all to drain, and waits until they are gone. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    for (const worker of workers) worker.process.kill('SIGTERM');
    await Promise.all(workers.map((worker) => worker.isDead() || once(worker, 'exit')));
  }

  #keep(worker: Worker): void {
    worker.once('exit', (code, signal) => {
      if (!this.#isDraining) void this.#replace({ pid: worker.process.pid, code, signal });
    });
  }

  /** The pause doubles from one death to the next, so that a fault that kills at the start does not keep a core busy. */
  async #replace(death: object): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.#lastDeathMs > SETTLED_AFTER_MS) this.#pauseMs = FIRST_PAUSE_MS;
    this.#lastDeathMs = nowMs;
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    this.#logger.error('a worker died and is replaced', { ...death, pauseMs });
    await pause(pauseMs);
    if (!this.#isDraining) this.#keep(cluster.fork());
  }
}
