import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../../domain/errors.ts';
import type { Logger, Meter } from '../../domain/ports.ts';
import { CircuitBreaker } from '../circuit-breaker.ts';
import type { DashboardCollections, KeyCollections } from './mongo-collections.ts';
import { MongoConnection } from './mongo-connection.ts';

/** So that a key that is renewed in its fourth second is stale no sooner than it is known that the store is away. */
const LOOK_UP_WITHIN_MS = 750;
/** Whoever waits for a page is a person, and has reloaded it by then. */
const USE_WITHIN_MS = 3000;
/** Nobody waits for it: what is given up while it still runs is only done twice. */
const IN_BACKGROUND_WITHIN_MS = 60_000;
/** Whoever administers waits longer than a caller does. */
const ADMINISTER_WITHIN_MS = 8000;

/** Not worth the wait for a majority, nor for one that is behind; and the driver is to wait as long as whoever calls. */
export const inBackground = { writeConcern: { w: 1 }, socketTimeoutMS: IN_BACKGROUND_WITHIN_MS } as const;

interface MongoDatabaseOptions {
  /** As MONGODB_URL. */
  readonly url: string;
  readonly logger: Logger;
  readonly meter: Meter;
}

/** What all stores in one MongoDB share: the connection, the knowledge whether it is up, and how long each waits for it. */
export class MongoDatabase {
  readonly #connection: MongoConnection;
  readonly #breaker: CircuitBreaker;

  /** @throws ServiceError INVALID_SETTINGS where the URL can't be read */
  constructor({ url, logger, meter }: MongoDatabaseOptions) {
    this.#connection = new MongoConnection(url);
    this.#breaker = new CircuitBreaker({
      name: 'MongoDB',
      whileAway: 'keys that were verified in the last 15 minutes go on',
      deadlineMs: LOOK_UP_WITHIN_MS,
      probe: () => this.#connection.ping(),
      fault: () => this.#connection.fault,
      logger,
      meter,
    });
  }

  /** For what a request waits for: by these calls it is known whether MongoDB is up. */
  look<T>(act: (collections: KeyCollections) => Promise<T>): Promise<T> {
    return this.#breaker.call(() => this.#connection.collections().then(act));
  }

  /** For the dashboard: it fails at once where MongoDB is known to be away. */
  async use<T>(act: (collections: DashboardCollections) => Promise<T>): Promise<T> {
    await this.requireUp();
    return within(USE_WITHIN_MS, this.#connection.dashboardCollections().then(act));
  }

  /** For what is off every request's way. Each of its commands is to be given `inBackground`. */
  async useInBackground<T>(act: (collections: DashboardCollections) => Promise<T>): Promise<T> {
    await this.requireUp();
    return within(IN_BACKGROUND_WITHIN_MS, this.#connection.dashboardCollections().then(act));
  }

  /** For an operator's command, which may be the very first call and waits for the connection. */
  administer<T>(act: (collections: KeyCollections) => Promise<T>): Promise<T> {
    return within(ADMINISTER_WITHIN_MS, this.#connection.collections().then(act));
  }

  isUp(): Promise<boolean> {
    return this.#breaker.isClosed();
  }

  /** @throws ServiceError STORE_UNAVAILABLE where it is away */
  async requireUp(): Promise<void> {
    if (!(await this.isUp())) throw new ServiceError('STORE_UNAVAILABLE', 'MongoDB is away.');
  }

  async close(): Promise<void> {
    this.#breaker.end();
    await this.#connection.close();
  }
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const late = pause(ms, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${ms / 1000} s`);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    const message = `MongoDB did not answer (${reason}): check MONGODB_URL, and that it is running.`;
    throw new ServiceError('STORE_UNAVAILABLE', message, { cause });
  }
}
