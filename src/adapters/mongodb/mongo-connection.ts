import { type Collection, type Db, MongoClient } from 'mongodb';
import type { ApiKey } from '../../domain/access/api-key.ts';
import type { Subscriber } from '../../domain/access/subscriber.ts';
import { ServiceError } from '../../domain/errors.ts';

const DATABASE = 'passwords';
const CLOSE_WITHIN_MS = 1000;

/** The driver waits for half a minute, or for ever, where it is not told otherwise. */
const patience = {
  connectTimeoutMS: 2000,
  serverSelectionTimeoutMS: 4000,
  socketTimeoutMS: 5000,
  waitQueueTimeoutMS: 2000,
};

type Renamed<T extends { id: string }> = Omit<T, 'id'> & { _id: string };
export type SubscriberDocument = Renamed<Subscriber>;
export type KeyDocument = Renamed<ApiKey>;

export interface Collections {
  readonly subscribers: Collection<SubscriberDocument>;
  readonly keys: Collection<KeyDocument>;
}

/** The way to a MongoDB that may come later, go, and come back. */
export class MongoConnection {
  readonly #client: MongoClient;
  readonly #db: Db;
  #opening: Promise<Collections> | undefined;
  #fault: Error | undefined;
  #isClosed = false;

  /** @throws ServiceError INVALID_SETTINGS where the URL can't be read */
  constructor(url: string) {
    try {
      this.#client = new MongoClient(url, {
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
    this.#client.on('serverHeartbeatFailed', ({ failure }) => {
      this.#fault = failure;
    });
    this.#client.on('serverHeartbeatSucceeded', () => {
      this.#fault = undefined;
    });
    // Where the URL names no database, the driver's own default would be `test`.
    this.#db = this.#client.db(/^[^/]+\/\/[^/]+\/[^?]/.test(url) ? undefined : DATABASE);
  }

  /** Why the server was not reached when it was last looked for. */
  get fault(): Error | undefined {
    return this.#fault;
  }

  /** Its collections, with their indexes; connects where it is not connected yet, as often as it takes. */
  async collections(): Promise<Collections> {
    if (this.#isClosed) throw new Error('it was closed');
    this.#opening ??= this.#open();
    try {
      return await this.#opening;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  async ping(): Promise<void> {
    await this.collections();
    await this.#db.command({ ping: 1 });
  }

  /** A server that hangs is not waited for. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const closing = this.#client.close().catch(() => {});
    let patience: NodeJS.Timeout | undefined;
    const given = new Promise((resolve) => {
      patience = setTimeout(resolve, CLOSE_WITHIN_MS);
    });
    await Promise.race([closing, given]);
    clearTimeout(patience);
  }

  async #open(): Promise<Collections> {
    await this.#client.connect();
    const subscribers = this.#db.collection<SubscriberDocument>('subscribers');
    const keys = this.#db.collection<KeyDocument>('keys');
    await keys.createIndex({ digest: 1 }, { unique: true });
    await keys.createIndex({ subscriberId: 1 });
    return { subscribers, keys };
  }
}
