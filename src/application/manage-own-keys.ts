import { ServiceError } from '../domain/errors.ts';
import type { Actor, AdministerKeys, KeyView, KeyWish, NewKey } from './administer-keys.ts';

/** So many of a customer's keys can be live at once; the operator may make more. */
export const MAX_LIVE_KEYS = 20;

/** Of those that have ended, so many are listed: they are kept for ever. */
export const LISTED_ENDED_KEYS = 100;

/** A customer who is signed in, and from where. */
export interface Customer {
  readonly subscriberId: string;
  readonly address: string;
}

/**
 * What customers do with their own keys, by the operator's rules and in the same store. Whatever key is not theirs is none:
 * ServiceError NOT_FOUND.
 */
export class ManageOwnKeys {
  readonly #keys: AdministerKeys;

  constructor(keys: AdministerKeys) {
    this.#keys = keys;
  }

  /** Live ones first, then the latest that have ended; of each kind the latest first. */
  async list({ subscriberId }: Customer): Promise<KeyView[]> {
    const latestFirst = (await this.#keys.list({ subscriberId })).reverse();
    const live = latestFirst.filter(({ status }) => status === 'active');
    const ended = latestFirst.filter(({ status }) => status !== 'active');
    return [...live, ...ended.slice(0, LISTED_ENDED_KEYS)];
  }

  async find({ subscriberId }: Customer, id: string): Promise<KeyView> {
    const key = await this.#keys.find(id);
    if (key?.subscriberId !== subscriberId) throw new ServiceError('NOT_FOUND', 'The customer has no such key.');
    return key;
  }

  /** @throws ServiceError INVALID_ARGUMENT of the name, TOO_MANY_KEYS */
  create(customer: Customer, wish: Omit<KeyWish, 'subscriberId'>): Promise<NewKey> {
    return this.#keys.create({ ...wish, subscriberId: customer.subscriberId }, actorOf(customer));
  }

  /** @throws ServiceError INVALID_ARGUMENT of the name */
  async rename(customer: Customer, id: string, name: string | null): Promise<KeyView> {
    await this.find(customer, id);
    return this.#keys.rename(id, name, actorOf(customer));
  }

  /** @throws ServiceError INVALID_ARGUMENT where it is not live any more, TOO_MANY_KEYS */
  async rotate(customer: Customer, id: string, overlapMs: number): Promise<NewKey> {
    await this.find(customer, id);
    return this.#keys.rotate(id, { overlapMs }, actorOf(customer));
  }

  async revoke(customer: Customer, id: string): Promise<KeyView> {
    await this.find(customer, id);
    return this.#keys.revoke(id, actorOf(customer));
  }
}

function actorOf({ address }: Customer): Actor {
  return { address, limits: { maxLive: MAX_LIVE_KEYS } };
}
