import { Sha256Digester } from '../../src/adapters/system/sha256-digester.ts';
import { SystemRandomness } from '../../src/adapters/system/system-randomness.ts';
import { AdministerKeys } from '../../src/application/administer-keys.ts';
import { InviteCustomer } from '../../src/application/invite-customer.ts';
import { KeepSessions } from '../../src/application/keep-sessions.ts';
import { NoteEvents } from '../../src/application/note-events.ts';
import { SetPassword } from '../../src/application/set-password.ts';
import { SignIn } from '../../src/application/sign-in.ts';
import { ActBrake } from '../../src/domain/account/act-brake.ts';
import type { AuditAction } from '../../src/domain/account/audit-event.ts';
import { SignInBrake } from '../../src/domain/account/sign-in-brake.ts';
import { Generator } from '../../src/domain/password/generator.ts';
import { subscriberOf } from './builders.ts';
import { MemoryKeyStore } from './memory-key-store.ts';
import { memoryStores } from './memory-stores.ts';
import { SettableClock } from './settable-clock.ts';
import { silentLogger } from './silent-logger.ts';

/** Where customers come from in these tests. */
export const origin = { address: '192.0.2.1', browser: 'Firefox' };
export const goodPassword = 'four words of some wood';
/** Too easy to guess, by the estimator of the desk. */
export const easyPassword = 'easy to guess at once';

/** A hash that shows what it is of, so that a test can tell which password was meant. */
export const hashOf = (password: string) => `$plain$${password}`;

/** The use cases of customers on stores in memory, with the subscribers `acme` and `beta`, and no account yet. */
export function customerDesk() {
  const clock = new SettableClock();
  const stores = memoryStores();
  const keyStore = new MemoryKeyStore(clock);
  for (const id of ['acme', 'beta']) keyStore.subscribers.set(id, subscriberOf({ id, name: `${id} & Co.` }));
  const generator = new Generator(new SystemRandomness());
  const common = { generator, digester: new Sha256Digester(), clock };
  const events = new NoteEvents({ trail: stores.auditTrail, generator, clock, logger: silentLogger });
  const { accountStore: accounts, sessionStore: sessions } = stores;
  const keepSessions = new KeepSessions({ sessions, accounts, keyStore, ...common, events });
  const hasher = new PlainHasher();
  const estimator = new ByFirstWord();
  return {
    ...common,
    ...stores,
    keyStore,
    events,
    hasher,
    estimator,
    keepSessions,
    keys: new AdministerKeys({ store: keyStore, ...common, events }),
    invite: new InviteCustomer({ accounts, ...common, events }),
    setPassword: new SetPassword({
      ...{ sessions, keyStore, hasher, estimator, generator, keepSessions, events },
      brake: new ActBrake({ clock, windows: new Map(), acts: 20 }),
    }),
    /** Signs in without waiting, but for where a test waits for it. */
    newSignIn: (pause: (ms: number) => Promise<unknown> = async () => {}) =>
      new SignIn({
        ...{ accounts, hasher, keepSessions, pause },
        brake: new SignInBrake({ clock, addresses: new Map(), accounts: new Map() }),
        attempts: new ActBrake({ clock, windows: new Map(), acts: 60 }),
      }),
    /** What was noted, in its order. */
    actions: (): AuditAction[] => stores.auditTrail.events.map(({ action }) => action),
    /** Gives a subscriber an account with this password, or with none. */
    async open(subscriberId: string, password: string | null = null) {
      await accounts.setEmail(subscriberId, `${subscriberId}@example.com`);
      if (password !== null) await accounts.setPasswordHash(subscriberId, hashOf(password));
      return accounts.accounts.get(subscriberId)!;
    },
  };
}

class PlainHasher {
  readonly hashed: string[] = [];
  readonly verified: [hash: string, password: string][] = [];

  async hash(password: string): Promise<string> {
    this.hashed.push(password);
    return hashOf(password);
  }

  async verify(passwordHash: string, password: string): Promise<boolean> {
    this.verified.push([passwordHash, password]);
    return passwordHash === hashOf(password);
  }
}

class ByFirstWord {
  readonly asked: { password: string; about: readonly string[] }[] = [];

  async guessesLog10(password: string, about: readonly string[]): Promise<number> {
    this.asked.push({ password, about });
    return password.startsWith('easy') ? 9.99 : 10;
  }
}
