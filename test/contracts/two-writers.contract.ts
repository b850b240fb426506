import { expect } from 'chai';
import type { KeyStore } from '../../src/domain/ports.ts';
import { atOnce } from '../support/at-once.ts';
import { keyOf, subscriberOf } from '../support/builders.ts';
import { promisesOf, type StoresAdapter } from '../support/store-place.ts';

const WRITES = 24;

/** What a KeyStore promises to two who write at once: each change is whole, and none is lost. */
export function twoWritersContract(adapter: StoresAdapter): void {
  describe(`${adapter.name} with two writers at once`, () => {
    const promises = promisesOf(adapter, 'keyStore');
    promises('gives an id to one subscriber alone', async (opened) => {
      const add = (store: KeyStore, index: number) => store.addSubscriber(subscriberOf({ name: `number ${index}` }));
      const outcomes = await atOnce(opened, WRITES, add);
      expect(outcomes.filter((outcome) => outcome === 'added')).to.have.length(1);
      expect(outcomes.filter((outcome) => outcome === 'id-taken')).to.have.length(WRITES - 1);
      const kept = subscriberOf({ name: `number ${outcomes.indexOf('added')}` });
      expect(await opened.store.listSubscribers()).to.deep.equal([kept]);
    });

    promises('keeps every key', async (opened) => {
      await opened.store.addSubscriber(subscriberOf());
      const keys = Array.from({ length: WRITES }, (_, index) =>
        keyOf({ id: `key_${index}`, digest: `digest-${index}`, createdAtMs: index }),
      );
      await atOnce(opened, WRITES, (store, index) => store.addKey(keys[index]!));
      expect(await opened.store.listKeys({})).to.deep.equal(keys);
      expect(await opened.other.listKeys({})).to.deep.equal(keys);
    });

    promises('replaces a key once where it ends at once', async (opened) => {
      await opened.store.addSubscriber(subscriberOf());
      await opened.store.addKey(keyOf());
      const outcomes = await atOnce(opened, WRITES, (store, index) => {
        const successor = keyOf({ id: `next_${index}`, digest: `next-${index}`, createdAtMs: 23 });
        return store.replaceKey('key_1', successor, { revokedAtMs: 1000 + index });
      });
      const winner = outcomes.indexOf('replaced');
      expect(outcomes.filter((outcome) => outcome === 'replaced')).to.have.length(1);
      const keys = await opened.store.listKeys({});
      expect(keys.map(({ id }) => id)).to.deep.equal(['key_1', `next_${winner}`]);
      expect(keys[0]?.revokedAtMs).to.equal(1000 + winner);
    });

    promises('loses no change beside another of the same record', async (opened) => {
      const { store, other } = opened;
      await store.addSubscriber(subscriberOf());
      await store.addKey(keyOf());
      await Promise.all([
        store.changeSubscriber('acme', { plan: 'annual' }),
        other.changeSubscriber('acme', { status: 'suspended' }),
        store.recordUses(new Map([['key_1', 800]])),
        other.revokeKey('key_1', 900),
        store.recordUses(new Map([['key_1', 700]])),
      ]);
      expect(await other.findCredential('digest-1')).to.deep.equal({
        key: keyOf({ lastUsedAtMs: 800, revokedAtMs: 900 }),
        subscriber: subscriberOf({ plan: 'annual', status: 'suspended' }),
      });
    });

    promises('agrees on one revocation', async (opened) => {
      await opened.store.addSubscriber(subscriberOf());
      await opened.store.addKey(keyOf());
      const seen = await atOnce(opened, WRITES, (store, index) => store.revokeKey('key_1', 1000 + index));
      const moments = new Set(seen.map((key) => key?.revokedAtMs));
      expect(moments.size).to.equal(1);
      expect(moments).to.include((await opened.store.findKey('key_1'))?.revokedAtMs);
    });
  });
}
