import { expect } from 'chai';
import { endingAfter, KEYS_KEPT } from '../../src/domain/access/api-key.ts';
import type { KeyStore } from '../../src/domain/ports.ts';
import { keyOf, subscriberOf } from '../support/builders.ts';
import { inBatches } from '../support/in-batches.ts';
import { promisesOf, type StoresAdapter } from '../support/store-place.ts';

const key = (index: number, facts: Partial<ReturnType<typeof keyOf>> = {}) =>
  keyOf({ id: `key_${index}`, digest: `digest-${index}`, createdAtMs: index, revokedAtMs: 1, ...facts });

/** Ids of keys, from one number to another. */
const idsOf = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `key_${from + index}`);

/** How many of a subscriber's keys any KeyStore keeps. */
export function keptKeysContract(adapter: StoresAdapter): void {
  describe(`${adapter.name} and what it keeps of a subscriber’s keys`, () => {
    const promises = promisesOf(adapter, 'keyStore');
    promises('lets the oldest go that have ended, and none that is live', async ({ store, other, clock }) => {
      const nowMs = clock.nowMs();
      const idsIn = async (one: KeyStore) => (await one.listKeys({ subscriberId: 'acme' })).map(({ id }) => id);
      for (const id of ['acme', 'beta']) await store.addSubscriber(subscriberOf({ id }));
      await store.addKey(key(9000, { subscriberId: 'beta' }));
      const live = { revokedAtMs: null, expiresAtMs: nowMs + 10 };
      const special = [
        key(0, live),
        key(1, { revokedAtMs: null, expiresAtMs: nowMs }),
        key(2, { revokedAtMs: null }),
        key(3, { revokedAtMs: null, retiresAtMs: nowMs, expiresAtMs: nowMs + 10 }),
        key(4, { revokedAtMs: null, retiresAtMs: nowMs + 10 }),
      ];
      for (const one of special) await store.addKey(one);
      await inBatches(KEYS_KEPT - special.length, (index) => other.addKey(key(index + special.length)));
      const last = KEYS_KEPT - 1;
      expect(await idsIn(store)).to.deep.equal(idsOf(0, last));
      expect(await store.findCredential('digest-5')).to.deep.equal({ key: key(5), subscriber: subscriberOf() });

      await inBatches(3, (index) => store.addKey(key(last + 1 + index), { maxLive: 4 }));
      expect(await idsIn(other)).to.deep.equal(['key_0', 'key_2', 'key_4', ...idsOf(6, last + 3)]);
      for (const one of [store, other]) {
        for (const gone of [1, 3, 5]) {
          expect(await one.findKey(`key_${gone}`), `${gone}`).to.equal(undefined);
          expect(await one.findCredential(`digest-${gone}`), `${gone}`).to.equal(undefined);
        }
        expect(await one.findCredential('digest-0')).to.deep.equal({ key: special[0], subscriber: subscriberOf() });
      }

      const successor = key(last + 4, { revokedAtMs: null });
      expect(await other.replaceKey('key_2', successor, endingAfter(5, nowMs))).to.equal('replaced');
      expect(await idsIn(store)).to.deep.equal(['key_0', 'key_2', 'key_4', ...idsOf(7, last + 4)]);
      clock.advance(10);
      expect(await other.addKey(key(last + 5, { revokedAtMs: null }))).to.equal('added');
      expect(await idsIn(store)).to.deep.equal(['key_2', 'key_4', ...idsOf(7, last + 5)]);
      expect(await store.listKeys({ subscriberId: 'beta' })).to.deep.equal([key(9000, { subscriberId: 'beta' })]);
    });

    promises('keeps any number that is live', async ({ store, other, clock }) => {
      await store.addSubscriber(subscriberOf());
      const live = { revokedAtMs: null };
      await inBatches(KEYS_KEPT + 2, (index) => store.addKey(key(index, live)));
      expect(await other.listKeys({})).to.have.length(KEYS_KEPT + 2);
      await other.revokeKey('key_7', clock.nowMs());
      expect(await other.addKey(key(KEYS_KEPT + 2, live), { maxLive: KEYS_KEPT + 2 })).to.equal('added');
      expect((await store.listKeys({})).map(({ id }) => id)).to.deep.equal([
        ...idsOf(0, 6),
        ...idsOf(8, KEYS_KEPT + 2),
      ]);
    });
  });
}
