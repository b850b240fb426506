import { requireName, requireSubscriberId } from '../domain/access/naming.ts';
import type { Plan } from '../domain/access/plan.ts';
import type { Subscriber } from '../domain/access/subscriber.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Clock, KeyStore, SubscriberChange } from '../domain/ports.ts';

/** What an operator does with subscribers. Each method rejects with ServiceError INVALID_ARGUMENT where it can't. */
export class AdministerSubscribers {
  readonly #store: KeyStore;
  readonly #plans: ReadonlyMap<string, Plan>;
  readonly #clock: Clock;

  constructor(store: KeyStore, plans: ReadonlyMap<string, Plan>, clock: Clock) {
    this.#store = store;
    this.#plans = plans;
    this.#clock = clock;
  }

  async add({ id, plan, name }: { id: string; plan: string; name: string | null }): Promise<Subscriber> {
    this.#requirePlan(plan);
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
    return subscriber;
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
    if (!subscriber) {
      throw new ServiceError('INVALID_ARGUMENT', `There is no such subscriber: see them all by 'subscribers list'.`);
    }
    return subscriber;
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
