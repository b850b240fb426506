import type { Logger } from '../../domain/ports.ts';

const TICK_MS = 100;
/** A tick that comes later than this tells that whatever waits for its turn waits as long. */
const LATE_MS = 250;
/** Late ticks in a row before anything is done: a single pause of the process, or of the machine, is no load. */
const LATE_TICKS = 3;
const STEP = 0.1;
const MOST = 0.9;

interface LoadGateOptions {
  readonly logger: Logger;
  /** Requests in progress at once, beyond which every further one is turned away. */
  readonly maxInFlight?: number;
  /** Calls back every so many milliseconds, as well as it can. */
  readonly tick?: (everyMs: number, act: () => void) => void;
  /** Milliseconds since some fixed moment. */
  readonly elapsedMs?: () => number;
}

/**
 * Tells which requests are more than this process can do. It watches how late its event loop runs, and turns away a
 * share of the requests that grows as long as the loop stays late and shrinks once it keeps up: so that what is let in
 * is answered in time, and as much is let in as can be.
 */
export class LoadGate {
  readonly #logger: Logger;
  readonly #maxInFlight: number;
  readonly #elapsedMs: () => number;
  #inFlight = 0;
  #lastTickMs: number;
  #lateTicks = 0;
  /** Of the requests, this part is turned away. */
  #share = 0;
  #owed = 0;
  #turnedAway = 0;
  #quietTicks = 0;

  constructor({
    logger,
    maxInFlight = 2000,
    tick = tickInRealTime,
    elapsedMs = () => performance.now(),
  }: LoadGateOptions) {
    this.#logger = logger;
    this.#maxInFlight = maxInFlight;
    this.#elapsedMs = elapsedMs;
    this.#lastTickMs = elapsedMs();
    tick(TICK_MS, () => this.#onTick());
  }

  /** Whether one more request can be taken; where it is, `leave` must be called when it is over. */
  enter(): boolean {
    this.#owed += this.#share;
    if (this.#owed >= 1 || this.#inFlight >= this.#maxInFlight) {
      this.#owed = Math.max(0, this.#owed - 1);
      this.#turnAway();
      return false;
    }
    this.#inFlight += 1;
    return true;
  }

  leave(): void {
    this.#inFlight -= 1;
  }

  #turnAway(): void {
    if (this.#turnedAway === 0) this.#logger.warn('overloaded: requests are turned away', { inFlight: this.#inFlight });
    this.#turnedAway += 1;
    this.#quietTicks = 0;
  }

  #onTick(): void {
    const nowMs = this.#elapsedMs();
    const lateMs = nowMs - this.#lastTickMs - TICK_MS;
    this.#lastTickMs = nowMs;
    this.#lateTicks = lateMs > LATE_MS ? this.#lateTicks + 1 : 0;
    if (this.#lateTicks >= LATE_TICKS) this.#share = Math.min(MOST, this.#share + STEP);
    else if (this.#lateTicks === 0) this.#share = Math.max(0, this.#share - STEP);

    this.#quietTicks += 1;
    if (this.#turnedAway > 0 && this.#quietTicks * TICK_MS >= 1000) {
      this.#logger.warn('no longer overloaded', { turnedAway: this.#turnedAway });
      this.#turnedAway = 0;
    }
  }
}

function tickInRealTime(everyMs: number, act: () => void): void {
  setInterval(act, everyMs).unref();
}
