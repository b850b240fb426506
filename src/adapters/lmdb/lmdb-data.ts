import { type Database, type Key, open, type RootDatabase } from 'lmdb';
import { ServiceError } from '../../domain/errors.ts';
import { foreign, prepareDataDirectory } from './data-directory.ts';

const FORMAT = 'password-generation-service/1';
/** More than there are: LMDB makes room for the handles alone. */
const MAX_DATABASES = 32;

/**
 * An LMDB file for one service and any number of operator's commands on one machine, shared by all that is kept in it.
 * Reads see what any process has committed.
 */
export class LmdbData {
  /** Single values: the file's format, its service, and a count of changes. */
  readonly root: RootDatabase;
  readonly #path: string;

  /**
   * @param dataDir made where it is missing
   * @throws ServiceError DATA_DIR_UNUSABLE
   */
  constructor({ dataDir }: { dataDir: string }) {
    const path = prepareDataDirectory(dataDir);
    this.#path = path;
    this.root = this.#opening(() => {
      // With overlapping sync a write would resolve before it is on the disk.
      const options = { path, noSubdir: false, overlappingSync: false, permissionsMode: 0o600, maxDbs: MAX_DATABASES };
      const root = open(options);
      root.transactionSync(() => requireFormat(root, path));
      return root;
    });
  }

  /** A database of records. What all have in common is kept once, beside them, and not read again with each. */
  openRecords<V, K extends Key = string>(name: string): Database<V, K> {
    return this.#opening(() => this.root.openDB({ name, sharedStructuresKey: Symbol.for('structures') }));
  }

  /** A database of plain values, such as what records are found by. */
  openIndex<V, K extends Key = string>(name: string): Database<V, K> {
    return this.#opening(() => this.root.openDB({ name }));
  }

  /** One transaction, to be called while the file is being opened: of two that open it at once, one waits for the other. */
  mend(change: () => void): void {
    this.#opening(() => this.root.transactionSync(change));
  }

  /** @throws ServiceError STORE_UNAVAILABLE */
  read<T>(query: () => T): T {
    try {
      // lmdb-js keeps a snapshot for a while; what another process has committed since must be seen.
      this.root.resetReadTxn();
      return query();
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  /** One transaction. It has reached the disk when it resolves. */
  async write<T>(change: () => T): Promise<T> {
    const result = await this.commit(change);
    try {
      await this.root.flushed;
    } catch (cause) {
      throw unavailable(cause);
    }
    return result;
  }

  /** One transaction, of which all others know when it resolves. */
  async commit<T>(change: () => T): Promise<T> {
    try {
      return await this.root.transaction(change);
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  /**
   * LMDB's own table of readers tells which processes live and have this file open, by locks that the kernel takes
   * away from a dead one. Whoever claimed the store and is not in it is gone, and holds nobody up.
   */
  async claim(): Promise<boolean> {
    try {
      this.root.get('service'); // the first read enters this process in the table
    } catch (cause) {
      const message = `DATA_DIR can't be claimed (${String(cause)}): does a service in another container run on it?`;
      throw new ServiceError('DATA_DIR_UNUSABLE', message, { cause });
    }
    return this.write(() => {
      this.root.readerCheck();
      const readers = new Set(
        this.root
          .readerList()
          .match(/^ *\d+/gm)
          ?.map(Number),
      );
      const owner: number | undefined = this.root.get('service');
      if (owner !== undefined && owner !== process.pid && readers.has(owner)) return false;
      this.root.put('service', process.pid);
      return true;
    });
  }

  async isUp(): Promise<boolean> {
    try {
      return this.root.get('format') === FORMAT;
    } catch {
      return false;
    }
  }

  close(): Promise<void> {
    return this.root.close();
  }

  #opening<T>(step: () => T): T {
    try {
      return step();
    } catch (cause) {
      if (cause instanceof ServiceError) throw cause;
      const message = `DATA_DIR ${this.#path} can't be opened (${String(cause)}): restore it from a backup or set another.`;
      throw new ServiceError('DATA_DIR_UNUSABLE', message, { cause });
    }
  }
}

function requireFormat(root: RootDatabase, path: string): void {
  const format = root.get('format');
  if (format === undefined && root.getCount() === 0) root.putSync('format', FORMAT);
  else if (format !== FORMAT) throw foreign(path);
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError('STORE_UNAVAILABLE', `The embedded store did not answer (${String(cause)}).`, { cause });
}
