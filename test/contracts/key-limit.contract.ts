import { expect } from 'chai';
import { endingAfter, statusOf } from '../../src/domain/access/api-key.ts';
import { atOnce } from '../support/at-once.ts';
import { keyOf, subscriberOf } from '../support/builders.ts';
import { promisesOf, type StoresAdapter } from '../support/store-place.ts';

const key = (index: number, facts: Partial<ReturnType<typeof keyOf>> = {}) =>
  keyOf({ id: `key_${index}`, digest: `digest-${index}`, createdAtMs: index, ...facts });

/** How many live keys any KeyStore lets a subscriber have, where it is told. */
export function keyLimitContract(adapter: StoresAdapter): void {
  describe(`${adapter.name} and the limit of live keys`, () => {
    const promises = promisesOf(adapter, 'keyStore');
    promises('adds a subscriber’s keys up to the limit, and beyond it without one', async ({ store, other }) => {
      expect(await store.addKey(key(0), { maxLive: 2 })).to.equal('unknown-subscriber');
      for (const id of ['acme', 'acme.2']) await store.addSubscriber(subscriberOf({ id }));
      expect(await store.addKey(key(1), { maxLive: 2 })).to.equal('added');
      expect(await other.addKey(key(2), { maxLive: 2 })).to.equal('added');
      expect(await store.addKey(key(3), { maxLive: 2 })).to.equal('too-many-keys');
      expect(await other.findKey('key_3')).to.equal(undefined);
      expect(await other.findCredential('digest-3')).to.equal(undefined);
      expect(await store.addKey(key(4, { subscriberId: 'acme.2' }), { maxLive: 1 })).to.equal('added');
      expect(await store.addKey(key(5))).to.equal('added');
      expect(await store.addKey(key(6), { maxLive: 3 })).to.equal('too-many-keys');
      expect(await store.addKey(key(6), { maxLive: 4 })).to.equal('added');
      const ids = (await other.listKeys({ subscriberId: 'acme' })).map(({ id }) => id);
      expect(ids).to.deep.equal(['key_1', 'key_2', 'key_5', 'key_6']);
    });

    promises('counts none that is revoked, expired or retired, to the millisecond', async ({ store, other, clock }) => {
      const nowMs = clock.nowMs();
      await store.addSubscriber(subscriberOf());
      await store.addKey(key(1));
      await store.addKey(key(2, { expiresAtMs: nowMs + 10 }));
      await store.addKey(key(3, { retiresAtMs: nowMs + 20 }));
      await store.addKey(key(4, { revokedAtMs: 5 }));
      // [pause, the new key's number, outcome]
      const course = [
        [0, 5, 'too-many-keys'],
        [9, 5, 'too-many-keys'],
        [1, 5, 'added'],
        [0, 6, 'too-many-keys'],
        [9, 6, 'too-many-keys'],
        [1, 6, 'added'],
        [0, 7, 'too-many-keys'],
      ] as const;
      for (const [pauseMs, number, outcome] of course) {
        clock.advance(pauseMs);
        const at = `${number} at ${clock.nowMs() - nowMs}`;
        expect(await store.addKey(key(number), { maxLive: 3 }), at).to.equal(outcome);
      }
      await other.revokeKey('key_1', clock.nowMs());
      expect(await store.addKey(key(7), { maxLive: 3 })).to.equal('added');
    });

    promises('replaces a key at the limit at once, but not with an overlap', async ({ store, other, clock }) => {
      await store.addSubscriber(subscriberOf());
      for (const index of [1, 2]) await store.addKey(key(index));
      const overlap = endingAfter(1000, clock.nowMs());
      const atTheLimit = { maxLive: 2 };
      expect(await store.replaceKey('key_9', key(3), overlap, atTheLimit)).to.equal('not-live');
      expect(await store.replaceKey('key_1', key(3), overlap, atTheLimit)).to.equal('too-many-keys');
      expect(await other.listKeys({})).to.deep.equal([key(1), key(2)]);
      expect(await other.findKey('key_3')).to.equal(undefined);
      expect(await other.findCredential('digest-3')).to.equal(undefined);

      expect(await store.replaceKey('key_1', key(3), endingAfter(0, clock.nowMs()), atTheLimit)).to.equal('replaced');
      expect(await store.replaceKey('key_1', key(4), overlap, atTheLimit)).to.equal('not-live');
      expect(await other.replaceKey('key_2', key(4), overlap, { maxLive: 3 })).to.equal('replaced');
      expect(await store.addKey(key(5), { maxLive: 3 })).to.equal('too-many-keys');
      clock.advance(1000);
      expect(await store.addKey(key(5), { maxLive: 3 })).to.equal('added');
      const live = (await store.listKeys({})).filter((one) => statusOf(one, clock.nowMs()) === 'active');
      expect(live).to.deep.equal([key(3), key(4), key(5)]);
    });

    promises('is exact where many add at once', async (opened) => {
      const { store, other } = opened;
      const limits = { maxLive: 20 };
      for (const id of ['acme', 'beta']) await store.addSubscriber(subscriberOf({ id }));
      await store.addKey(key(90, { subscriberId: 'beta' }));
      const outcomes = await atOnce(opened, 30, (one, index) => one.addKey(key(index), limits));
      const acknowledged = outcomes.flatMap((outcome, index) => (outcome === 'added' ? [`key_${index}`] : []));
      const kept = async () => (await store.listKeys({ subscriberId: 'acme' })).map(({ id }) => id);
      expect(new Set(outcomes)).to.include('too-many-keys');
      expect(acknowledged).to.have.length.within(1, 20);
      expect(await kept()).to.deep.equal(acknowledged);
      for (let index = 30; index < 50 - acknowledged.length; index += 1) {
        expect(await other.addKey(key(index), limits), `${index}`).to.equal('added');
      }
      expect(await kept()).to.have.length(20);
      expect(await other.addKey(key(50), limits)).to.equal('too-many-keys');
    });

    promises('is exact where many are replaced with an overlap at once', async (opened) => {
      const { store, clock } = opened;
      await store.addSubscriber(subscriberOf());
      for (let index = 0; index < 10; index += 1) await store.addKey(key(index));
      const ending = endingAfter(1000, clock.nowMs());
      const outcomes = await atOnce(opened, 10, (one, index) =>
        one.replaceKey(`key_${index}`, key(index + 10), ending, { maxLive: 12 }),
      );
      const replaced = outcomes.flatMap((outcome, index) => (outcome === 'replaced' ? [index] : []));
      expect(replaced).to.have.length.within(0, 2);
      const expected = Array.from({ length: 10 }, (_, index) => key(index, replaced.includes(index) ? ending : {}));
      for (const index of replaced) expected.push(key(index + 10));
      expect(await store.listKeys({})).to.deep.equal(expected);
    });

    promises('replaces one key once at the limit, where it ends at once', async (opened) => {
      const { store, clock } = opened;
      await store.addSubscriber(subscriberOf());
      await store.addKey(key(0));
      const outcomes = await atOnce(opened, 16, (one, index) =>
        one.replaceKey('key_0', key(index + 1), endingAfter(0, clock.nowMs()), { maxLive: 1 }),
      );
      expect(outcomes.filter((outcome) => outcome === 'replaced')).to.have.length(1);
      const successor = key(outcomes.indexOf('replaced') + 1);
      expect(await store.listKeys({})).to.deep.equal([key(0, { revokedAtMs: clock.nowMs() }), successor]);
    });
  });
}
