import type { KeyStore } from '../../src/domain/ports.ts';
import { withDirectory } from './process.ts';
import { SettableClock } from './settable-clock.ts';

export interface Place {
  /** A new directory; its name is unique, and serves as that of a database too. */
  readonly path: string;
  readonly clock: SettableClock;
}

export interface KeyStoreAdapter<S extends KeyStore = KeyStore> {
  readonly name: string;
  /** Opens the store at a place. It is called more than once for a place: what is there is shared. */
  readonly open: (place: Place) => S | Promise<S>;
}

export interface Opened<S> {
  readonly store: S;
  /** Another writer to the same place. */
  readonly other: S;
  readonly clock: SettableClock;
  /** Opens the place once more. */
  readonly reopen: () => Promise<S>;
}

/** Runs a test on an empty place with two stores open on it. */
export function onEmptyPlace<S extends KeyStore>({ open }: KeyStoreAdapter<S>, test: (opened: Opened<S>) => unknown) {
  return () =>
    withDirectory(async (path) => {
      const clock = new SettableClock();
      const stores: S[] = [];
      const reopen = async () => {
        const store = await open({ path, clock });
        stores.push(store);
        return store;
      };
      try {
        await test({ store: await reopen(), other: await reopen(), clock, reopen });
      } finally {
        for (const store of stores) await store.close();
      }
    });
}
