import type { AccountStore } from '../domain/account/ports.ts';
import type { Clock, EmbeddedKeyStore } from '../domain/ports.ts';
import type { AdministerKeys } from './administer-keys.ts';
import type { NoteEvents } from './note-events.ts';

/** The first customer, and what they sign in with to the dashboard. */
export const FIRST_SUBSCRIBER = 'local';
const FIRST_EMAIL = 'local@localhost';

interface FirstStartParts {
  readonly store: EmbeddedKeyStore;
  readonly accounts: AccountStore;
  readonly keys: AdministerKeys;
  readonly clock: Clock;
  readonly events: NoteEvents;
}

/** Gives a fresh installation its first customer, so that whoever started it can call at once. */
export class FirstStart {
  readonly #parts: FirstStartParts;

  constructor(parts: FirstStartParts) {
    this.#parts = parts;
  }

  /** The text of the one key of the subscriber `local`, where there was no subscriber at all. */
  async run(): Promise<string | undefined> {
    const { store, accounts, keys, clock, events } = this.#parts;
    const { key, text } = keys.draft({ subscriberId: FIRST_SUBSCRIBER, name: 'first start', expiresAtMs: null });
    const subscriber = {
      id: FIRST_SUBSCRIBER,
      name: null,
      plan: 'annual',
      status: 'active',
      createdAtMs: clock.nowMs(),
    } as const;
    if (!(await store.addFirst({ subscriber, key }))) return undefined;
    await accounts.setEmail(FIRST_SUBSCRIBER, FIRST_EMAIL);
    const { subscriberId, hint: subject, name } = key;
    await events.note({ subscriberId, action: 'key-created', subject, name, address: null });
    return text;
  }
}
