import type { Database } from 'lmdb';
import type { LmdbData } from './lmdb-data.ts';

/** The event loop is held up for as long as a transaction takes: some milliseconds for so many. */
const AT_ONCE = 500;

type RecordKey = readonly (string | number)[];
type Entry = [atMs: number, ...RecordKey];

/** What is kept by when it is forgotten: so forgetting meets what goes, and not all that stays. */
export class TimeIndex<K extends RecordKey> {
  readonly #data: LmdbData;
  readonly #entries: Database<true, Entry>;

  constructor(data: LmdbData, name: string) {
    this.#data = data;
    this.#entries = data.openIndex(name);
  }

  /** To be called in a transaction, as is `remove`. */
  put(atMs: number, key: K): void {
    this.#entries.put([atMs, ...key], true);
  }

  remove(atMs: number, key: K): void {
    this.#entries.remove([atMs, ...key]);
  }

  /** @param forget removes what is kept by a key, in a transaction; its entry here goes with it */
  async forget(beforeMs: number, forget: (key: K) => void): Promise<void> {
    let met = AT_ONCE;
    while (met === AT_ONCE) {
      met = await this.#data.write(() => {
        const entries = [...this.#entries.getKeys({ end: [beforeMs], limit: AT_ONCE })];
        for (const entry of entries) {
          const [, ...key] = entry;
          forget(key as RecordKey as K);
          this.#entries.remove(entry);
        }
        return entries.length;
      });
    }
  }
}
