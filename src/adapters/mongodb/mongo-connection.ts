import { setTimeout as pause } from 'node:timers/promises';
import { type Db, MongoClient, MongoServerSelectionError } from 'mongodb';
import { ServiceError } from '../../domain/errors.ts';
import {
  type DashboardCollections,
  type KeyCollections,
  openDashboardCollections,
  openKeyCollections,
} from './mongo-collections.ts';

const DATABASE = 'passwords';
const CLOSE_WITHIN_MS = 1000;
/** Whoever still waits for a driver that is given up hears its own reason first. */
const LET_GO_AFTER_MS = 10_000;

/** The driver waits for half a minute, or for ever, where it is not told otherwise. */
const patience = {
  connectTimeoutMS: 2000,
  serverSelectionTimeoutMS: 3000,
  socketTimeoutMS: 5000,
  waitQueueTimeoutMS: 2000,
};

/** The way to a MongoDB that may come later, go, and come back. */
export class MongoConnection {
  readonly #url: string;
  #client: MongoClient;
  #opening: Promise<KeyCollections> | undefined;
  #openingDashboard: Promise<DashboardCollections> | undefined;
  #fault: Error | undefined;
  #isClosed = false;

  /** @throws ServiceError INVALID_SETTINGS where the URL can't be read */
  constructor(url: string) {
    this.#url = url;
    this.#client = this.#createClient();
  }

  /** Why the server was not reached when it was last looked for. */
  get fault(): Error | undefined {
    return this.#fault;
  }

  /** Connects where it is not connected yet, as often as it takes. */
  async collections(): Promise<KeyCollections> {
    if (this.#isClosed) throw new Error('it was closed');
    this.#opening ??= this.#open();
    try {
      return await this.#opening;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  /** As above, but made when they are first asked for: no request of the API waits for their indexes. */
  async dashboardCollections(): Promise<DashboardCollections> {
    await this.collections();
    this.#openingDashboard ??= openDashboardCollections(this.#db);
    try {
      return await this.#openingDashboard;
    } catch (error) {
      this.#openingDashboard = undefined;
      throw error;
    }
  }

  /**
   * A driver that finds no server is replaced: its monitor waits for ever for an answer where it wrote to a connection
   * that was just going (mongodb 7.9), and looks for no server any more.
   */
  async ping(): Promise<void> {
    const client = this.#client;
    try {
      await this.collections();
      await this.#db.command({ ping: 1 });
    } catch (error) {
      const isLost = error instanceof MongoServerSelectionError && client === this.#client && !this.#isClosed;
      if (isLost) this.#replaceClient();
      throw error;
    }
  }

  /** A server that hangs is not waited for. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const closing = this.#client.close().catch(() => {});
    await Promise.race([closing, pause(CLOSE_WITHIN_MS, undefined, { ref: false })]);
  }

  get #db(): Db {
    // Where the URL names no database, the driver's own default would be `test`.
    return this.#client.db(/^[^/]+\/\/[^/]+\/[^?]/.test(this.#url) ? undefined : DATABASE);
  }

  #createClient(): MongoClient {
    let client: MongoClient;
    try {
      client = new MongoClient(this.#url, {
        appName: DATABASE,
        // What is acknowledged outlives the loss of any minority of the servers.
        writeConcern: { w: 'majority', wtimeoutMS: 4000 },
        ...patience,
      });
    } catch (cause) {
      // The driver's words can repeat what they are about, so its message is no part of ours.
      const message = 'MONGODB_URL must be a mongodb:// or mongodb+srv:// URL that the MongoDB driver takes.';
      throw new ServiceError('INVALID_SETTINGS', message, { cause });
    }
    client.on('serverHeartbeatFailed', ({ failure }) => {
      this.#fault = failure;
    });
    client.on('serverHeartbeatSucceeded', () => {
      this.#fault = undefined;
    });
    return client;
  }

  #replaceClient(): void {
    const old = this.#client;
    this.#client = this.#createClient();
    this.#opening = undefined;
    this.#openingDashboard = undefined;
    setTimeout(() => void old.close().catch(() => {}), LET_GO_AFTER_MS).unref();
  }

  async #open(): Promise<KeyCollections> {
    await this.#client.connect();
    return openKeyCollections(this.#db);
  }
}
