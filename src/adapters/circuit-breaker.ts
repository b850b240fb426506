import { ServiceError } from '../domain/errors.ts';
import type { Logger, Meter } from '../domain/ports.ts';

/** A call is given up after this many ticks of the clock that the breaker keeps. */
const TICKS_TO_DEADLINE = 4;
/** So many calls that fail one after the other, each at once, are an outage; a single one that hangs is. */
const FAILURES_TO_OPEN = 3;
/** A tick that takes this much longer than it should is late. */
const LATE = 1.5;
const PROBE_EVERY_MS = 250;
const PROBE_WHEN_IDLE_FOR_MS = 1500;
/** How long a start waits for a first answer. */
const FIRST_ANSWER_WITHIN_MS = 2000;

interface Options {
  /** The store, by the name that an operator knows. */
  readonly name: string;
  /** What an operator should know of the time while it is away. */
  readonly whileAway: string;
  /** A call that has no answer after this long is taken for one that never will; it may be found out a quarter earlier. */
  readonly deadlineMs: number;
  /** Asks the store for a sign of life. */
  readonly probe: () => Promise<unknown>;
  /** Why there is no connection, where that is known: a call that finds none does not know. */
  readonly fault?: () => unknown;
  readonly logger: Logger;
  readonly meter: Meter;
  /** Calls back every so many milliseconds, and tells how many it were, until what it gave is called. */
  readonly tick?: (everyMs: number, act: (passedMs: number) => void) => () => void;
}

interface Waiting {
  readonly sinceTick: number;
  readonly giveUp: (cause: unknown) => void;
}

/**
 * Stands between the service and a store that can be away or hang. Once it is, nobody waits for it any more: calls fail
 * at once, while a probe in the background looks for its return.
 *
 * Time is counted in ticks, and not read from a clock: while this very process is held up, ticks don't come, and one that
 * comes late counts for half, so that a busy machine is not taken for a dead store.
 */
export class CircuitBreaker {
  readonly #options: Options;
  readonly #tickMs: number;
  readonly #stopTicking: () => void;
  readonly #starting: Promise<void>;
  /** In the order in which they began. */
  readonly #waiting = new Set<Waiting>();
  #state: 'unknown' | 'closed' | 'open' | 'ended' = 'unknown';
  #cause: unknown = new Error('it has not answered yet');
  #tick = 0;
  #lastProbeTick = 0;
  #lastAnswerTick = 0;
  #failures = 0;
  #isProbing = false;
  #started = () => {};

  constructor(options: Options) {
    this.#options = options;
    this.#tickMs = options.deadlineMs / TICKS_TO_DEADLINE;
    this.#stopTicking = (options.tick ?? tickInRealTime)(this.#tickMs, (passedMs) => this.#onTick(passedMs));
    this.#starting = new Promise((resolve) => {
      this.#started = resolve;
    });
    void this.#probe();
  }

  /** Whether calls go through; known from the first answer on, or after two seconds without one. */
  async isClosed(): Promise<boolean> {
    await this.#starting;
    return this.#state === 'closed';
  }

  /** @throws ServiceError STORE_UNAVAILABLE where the store is away, or fails this call, or hangs with it */
  async call<T>(operation: () => Promise<T>): Promise<T> {
    if (this.#state === 'unknown') await this.#starting;
    if (this.#state !== 'closed') throw this.#unavailable(this.#cause);
    return this.#withinDeadline(operation);
  }

  /** Lets nothing through any more. */
  end(): void {
    this.#stopTicking();
    this.#state = 'ended';
    this.#cause = new Error('it was closed');
    this.#giveUpAll(this.#cause);
    this.#started();
  }

  #withinDeadline<T>(operation: () => Promise<T>): Promise<T> {
    const { name: store, meter } = this.#options;
    const startMs = performance.now();
    const record = (outcome: 'answered' | 'failed') => {
      // The first signs of life are asked for while the connection is being made.
      if (this.#state === 'unknown') return;
      meter.storeCalled({ store, outcome, seconds: (performance.now() - startMs) / 1000 });
    };
    return new Promise((resolve, reject) => {
      const giveUp = (cause: unknown) => {
        record('failed');
        reject(this.#unavailable(cause));
      };
      const waiting = { sinceTick: this.#tick, giveUp };
      this.#waiting.add(waiting);
      operation().then(
        (result) => {
          if (!this.#waiting.delete(waiting)) return;
          this.#lastAnswerTick = this.#tick;
          this.#failures = 0;
          record('answered');
          resolve(result);
        },
        (cause: unknown) => {
          // What was given up says nothing of the store as it is now.
          if (!this.#waiting.delete(waiting)) return;
          this.#failures += 1;
          if (this.#failures >= FAILURES_TO_OPEN) this.#fail(cause);
          giveUp(cause);
        },
      );
    });
  }

  #onTick(passedMs: number): void {
    this.#tick += passedMs < LATE * this.#tickMs ? 1 : 0.5;
    const [oldest] = this.#waiting;
    if (oldest && this.#tick - oldest.sinceTick >= TICKS_TO_DEADLINE) {
      this.#fail(new Error(`no answer within ${this.#options.deadlineMs} ms`));
    }
    if (this.#state === 'unknown' && this.#msSince(0) >= FIRST_ANSWER_WITHIN_MS) this.#open(this.#cause);
    const isIdle = this.#msSince(this.#lastAnswerTick) >= PROBE_WHEN_IDLE_FOR_MS;
    const isDue = this.#msSince(this.#lastProbeTick) >= PROBE_EVERY_MS;
    if (isDue && (this.#state !== 'closed' || isIdle)) void this.#probe();
  }

  async #probe(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    this.#lastProbeTick = this.#tick;
    try {
      await this.#withinDeadline(this.#options.probe);
      this.#close();
    } catch (error) {
      this.#fail((error as ServiceError).cause);
    } finally {
      this.#isProbing = false;
    }
  }

  /** While a start is young, failures are what to expect: they only tell why it may have to go on without the store. */
  #fail(failure: unknown): void {
    const cause = this.#options.fault?.() ?? failure;
    this.#cause = cause;
    if (this.#state === 'closed') this.#open(cause);
    else this.#giveUpAll(cause);
  }

  #open(cause: unknown): void {
    const { name, whileAway, logger, meter } = this.#options;
    this.#state = 'open';
    meter.storeChanged(name, false);
    this.#giveUpAll(cause);
    logger.warn(`${name} is away: ${whileAway}`, { error: cause });
    this.#started();
  }

  #close(): void {
    if (this.#state === 'ended') return;
    const { name, logger, meter } = this.#options;
    if (this.#state === 'open') logger.info(`${name} is back`);
    if (this.#state !== 'closed') meter.storeChanged(name, true);
    this.#state = 'closed';
    this.#failures = 0;
    this.#started();
  }

  #giveUpAll(cause: unknown): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const { giveUp } of waiting) giveUp(cause);
  }

  #msSince(tick: number): number {
    return (this.#tick - tick) * this.#tickMs;
  }

  #unavailable(cause: unknown): ServiceError {
    return new ServiceError('STORE_UNAVAILABLE', `${this.#options.name} did not answer.`, { cause });
  }
}

function tickInRealTime(everyMs: number, act: (passedMs: number) => void): () => void {
  let lastMs = performance.now();
  const interval = setInterval(() => {
    const nowMs = performance.now();
    act(nowMs - lastMs);
    lastMs = nowMs;
  }, everyMs);
  return () => clearInterval(interval);
}
