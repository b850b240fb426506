import type { Clock, EmbeddedKeyStore } from '../domain/ports.ts';
import type { AdministerKeys } from './administer-keys.ts';

/** Gives a fresh installation its first customer, so that whoever started it can call at once. */
export class FirstStart {
  readonly #store: EmbeddedKeyStore;
  readonly #keys: AdministerKeys;
  readonly #clock: Clock;

  constructor(store: EmbeddedKeyStore, keys: AdministerKeys, clock: Clock) {
    this.#store = store;
    this.#keys = keys;
    this.#clock = clock;
  }

  /** The text of the one key of the subscriber `local`, where there was no subscriber at all. */
  async run(): Promise<string | undefined> {
    const { key, text } = this.#keys.draft({ subscriberId: 'local', name: 'first start', expiresAtMs: null });
    const subscriber = {
      id: 'local',
      name: null,
      plan: 'annual',
      status: 'active',
      createdAtMs: this.#clock.nowMs(),
    } as const;
    return (await this.#store.addFirst({ subscriber, key })) ? text : undefined;
  }
}
