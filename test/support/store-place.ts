import { basename } from 'node:path';
import type { DataStores } from '../../src/domain/account/ports.ts';
import { withDirectory } from './process.ts';
import { type Needs, onServer } from './servers/required-stores.ts';
import { SettableClock } from './settable-clock.ts';

export interface Place {
  /** A new directory. */
  readonly path: string;
  /** The URL of a new database, where the adapter needs a server. */
  readonly url: string;
  readonly clock: SettableClock;
}

export interface StoresAdapter<S extends DataStores = DataStores> {
  readonly name: string;
  /** The URL of the server that it needs, without a database's name; nothing where it is this process. */
  readonly needs?: Needs<string>;
  /** Opens the stores at a place. It is called more than once for a place: what is there is shared. */
  readonly open: (place: Place) => S | Promise<S>;
  /** Removes what a test has left on the server. */
  readonly discard?: (place: Place) => Promise<unknown>;
}

export interface Opened<T> {
  readonly store: T;
  /** Another writer to the same place. */
  readonly other: T;
  readonly clock: SettableClock;
  /** Opens the place once more. */
  readonly reopen: () => Promise<T>;
  /** Closes all that is open. */
  readonly close: () => Promise<void>;
}

/** To be called in a describe: declares tests of one store, each on an empty place, with two of them open on it. */
export function promisesOf<S extends DataStores, P extends keyof S>(
  { needs, open, discard }: StoresAdapter<S>,
  port: P,
) {
  const server = needs ? onServer(needs) : () => '';
  return (what: string, test: (opened: Opened<S[P]>) => unknown) =>
    it(what, () =>
      withDirectory(async (path) => {
        const clock = new SettableClock();
        const place = { path, url: databaseUrl(server(), basename(path)), clock };
        const opened: S[] = [];
        const reopen = async () => {
          const stores = await open(place);
          opened.push(stores);
          return stores[port];
        };
        const close = async () => {
          for (const { keyStore } of opened) await keyStore.close();
        };
        try {
          await test({ store: await reopen(), other: await reopen(), clock, reopen, close });
        } finally {
          await close();
          await discard?.(place);
        }
      }),
    );
}

/** The same URL with the name of this database. */
function databaseUrl(server: string, database: string): string {
  return server.replace(/^(\w[\w+]*:\/\/[^/?]+)[^?]*/, `$1/${database}`);
}
