import { basename } from 'node:path';
import type { KeyStore } from '../../src/domain/ports.ts';
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

export interface KeyStoreAdapter<S extends KeyStore = KeyStore> {
  readonly name: string;
  /** The URL of the server that it needs, without a database's name; nothing where it is this process. */
  readonly needs?: Needs<string>;
  /** Opens the store at a place. It is called more than once for a place: what is there is shared. */
  readonly open: (place: Place) => S | Promise<S>;
  /** Removes what a test has left on the server. */
  readonly discard?: (place: Place) => Promise<unknown>;
}

export interface Opened<S> {
  readonly store: S;
  /** Another writer to the same place. */
  readonly other: S;
  readonly clock: SettableClock;
  /** Opens the place once more. */
  readonly reopen: () => Promise<S>;
}

/** To be called in a describe: declares tests that run on an empty place each, with two stores open on it. */
export function promisesOf<S extends KeyStore>({ needs, open, discard }: KeyStoreAdapter<S>) {
  const server = needs ? onServer(needs) : () => '';
  return (what: string, test: (opened: Opened<S>) => unknown) =>
    it(what, () =>
      withDirectory(async (path) => {
        const clock = new SettableClock();
        const place = { path, url: databaseUrl(server(), basename(path)), clock };
        const stores: S[] = [];
        const reopen = async () => {
          const store = await open(place);
          stores.push(store);
          return store;
        };
        try {
          await test({ store: await reopen(), other: await reopen(), clock, reopen });
        } finally {
          for (const store of stores) await store.close();
          await discard?.(place);
        }
      }),
    );
}

/** The same URL with the name of this database. */
function databaseUrl(server: string, database: string): string {
  return server.replace(/^(\w[\w+]*:\/\/[^/?]+)[^?]*/, `$1/${database}`);
}
