import { requireName, requireSubscriberId } from '../domain/access/naming.ts';
import type { Plan } from '../domain/access/plan.ts';
import type { Subscriber } from '../domain/access/subscriber.ts';
import { requireEmail } from '../domain/account/account.ts';
import type { AccountStore } from '../domain/account/ports.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Clock, KeyStore, SubscriberChange } from '../domain/ports.ts';

interface NewSubscriber {
  readonly id: string;
  /** By its id. */
  readonly plan: string;
  readonly name: string | null;
  /** What they sign in with to the dashboard; they can't where it is left out. */
  readonly email?: string | undefined;
}

interface AdministrationParts {
  readonly store: KeyStore;
  readonly accounts: AccountStore;
  readonly plans: ReadonlyMap<string, Plan>;
  readonly clock: Clock;
}

/** What an operator does with subscribers. Each method rejects with ServiceError INVALID_ARGUMENT where it can't. */
export class AdministerSubscribers {
  readonly #store: KeyStore;
  readonly #accounts: AccountStore;
  readonly #plans: ReadonlyMap<string, Plan>;
  readonly #clock: Clock;

  constructor({ store, accounts, plans, clock }: AdministrationParts) {
    this.#store = store;
    this.#accounts = accounts;
    this.#plans = plans;
    this.#clock = clock;
  }

  async add({ id, plan, name, email }: NewSubscriber): Promise<Subscriber> {
    this.#requirePlan(plan);
    if (email !== undefined) await this.#requireFree(email, id);
    const subscriber: Subscriber = {
      id: requireSubscriberId(id),
      name: requireName(name),
      plan,
      status: 'active',
      createdAtMs: this.#clock.nowMs(),
    };
    if ((await this.#store.addSubscriber(subscriber)) === 'id-taken') {
      throw new ServiceError('INVALID_ARGUMENT', `There is a subscriber ${id} already: choose another id.`);
    }
    if (email !== undefined) await this.setEmail(id, email);
    return subscriber;
  }

  /** Gives a subscriber the address to sign in with to the dashboard, in the place of any other; gives it as it is kept. */
  async setEmail(id: string, address: string): Promise<string> {
    const email = requireEmail(address);
    if (!(await this.#store.findSubscriber(id))) throw unknownSubscriber();
    if ((await this.#accounts.setEmail(id, email)) === 'email-taken') throw emailTaken();
    return email;
  }

  list(): Promise<Subscriber[]> {
    return this.#store.listSubscribers();
  }

  async setPlan(id: string, plan: string): Promise<Subscriber> {
    this.#requirePlan(plan);
    return this.#change(id, { plan });
  }

  suspend(id: string): Promise<Subscriber> {
    return this.#change(id, { status: 'suspended' });
  }

  activate(id: string): Promise<Subscriber> {
    return this.#change(id, { status: 'active' });
  }

  async #change(id: string, change: SubscriberChange): Promise<Subscriber> {
    const subscriber = await this.#store.changeSubscriber(id, change);
    if (!subscriber) throw unknownSubscriber();
    return subscriber;
  }

  /** Before anything is written: a subscriber is not added by halves. */
  async #requireFree(email: string, id: string): Promise<void> {
    const account = await this.#accounts.findAccountByEmail(requireEmail(email));
    if (account && account.subscriberId !== id) throw emailTaken();
  }

  #requirePlan(plan: string): void {
    if (!this.#plans.has(plan)) {
      throw new ServiceError(
        'INVALID_ARGUMENT',
        `There is no such plan: choose one of ${[...this.#plans.keys()].join(', ')}.`,
      );
    }
  }
}

function unknownSubscriber(): ServiceError {
  return new ServiceError('INVALID_ARGUMENT', `There is no such subscriber: see them all by 'subscribers list'.`);
}

function emailTaken(): ServiceError {
  return new ServiceError('INVALID_ARGUMENT', 'Another subscriber has this e-mail address: choose another one.');
}
