import { expect } from 'chai';
import { keyOf, subscriberOf } from '../support/builders.ts';
import { type KeyStoreAdapter, promisesOf } from '../support/store-place.ts';
import { keyLifetimeContract } from './key-lifetime.contract.ts';
import { twoWritersContract } from './two-writers.contract.ts';

/** What every KeyStore promises. */
export function keyStoreContract(adapter: KeyStoreAdapter): void {
  const acme = subscriberOf();

  describe(`${adapter.name} keeps the KeyStore’s promises`, () => {
    const promises = promisesOf(adapter);
    promises('is empty at first, and knows nobody', async ({ store }) => {
      expect(await store.isUp()).to.equal(true);
      expect(await store.listSubscribers()).to.deep.equal([]);
      expect(await store.listKeys({})).to.deep.equal([]);
      expect(await store.findCredential('digest-1')).to.equal(undefined);
      expect(await store.findKey('key_1')).to.equal(undefined);
      expect(await store.changeSubscriber('acme', { status: 'suspended' })).to.equal(undefined);
      expect(await store.revokeKey('key_1', 5)).to.equal(undefined);
      expect(await store.replaceKey('key_1', keyOf({ id: 'key_2' }), { revokedAtMs: 5 })).to.equal('not-live');
      expect(await store.addKey(keyOf())).to.equal('unknown-subscriber');
      await store.recordUses(new Map([['key_1', 5]]));
      expect(await store.listKeys({})).to.deep.equal([]);
    });

    promises('keeps the first of two subscribers of one id', async ({ store, other }) => {
      expect(await store.addSubscriber(acme)).to.equal('added');
      expect(await other.addSubscriber(subscriberOf({ name: 'Impostor', plan: 'annual' }))).to.equal('id-taken');
      expect(await store.listSubscribers()).to.deep.equal([acme]);
    });

    promises('lists subscribers in the order of their ids', async ({ store }) => {
      const ids = ['b', '10', 'a_b', 'Zoe', 'a.b', '9', 'a', 'a-b', 'aa'];
      for (const [createdAtMs, id] of ids.entries()) await store.addSubscriber(subscriberOf({ id, createdAtMs }));
      const listed = await store.listSubscribers();
      expect(listed.map(({ id }) => id)).to.deep.equal(['10', '9', 'Zoe', 'a', 'a-b', 'a.b', 'a_b', 'aa', 'b']);
    });

    promises('changes what was named of a subscriber, and nothing else', async ({ store, other }) => {
      await store.addSubscriber(acme);
      await store.addSubscriber(subscriberOf({ id: 'beta' }));
      expect(await other.changeSubscriber('acme', { plan: 'annual' })).to.deep.equal({ ...acme, plan: 'annual' });
      const changed = { ...acme, plan: 'annual', status: 'suspended' } as const;
      expect(await store.changeSubscriber('acme', { status: 'suspended' })).to.deep.equal(changed);
      expect(await store.listSubscribers()).to.deep.equal([changed, subscriberOf({ id: 'beta' })]);
    });

    promises(
      'finds a key by its digest with its subscriber as they are now, and by its id',
      async ({ store, other }) => {
        const key = keyOf({ expiresAtMs: 33, retiresAtMs: 44, revokedAtMs: 55, lastUsedAtMs: 66 });
        await store.addSubscriber(acme);
        await store.addSubscriber(subscriberOf({ id: 'beta' }));
        expect(await store.addKey(key)).to.equal('added');
        await store.addKey(keyOf({ id: 'key_2', digest: 'digest-2', subscriberId: 'beta', name: null }));
        expect(await other.findCredential('digest-1')).to.deep.equal({ key, subscriber: acme });
        expect(await other.findKey('key_1')).to.deep.equal(key);
        expect(await other.findKey('digest-1')).to.equal(undefined);
        expect(await other.findCredential('key_1')).to.equal(undefined);
        await store.changeSubscriber('acme', { status: 'suspended' });
        const suspended = { ...acme, status: 'suspended' };
        expect(await other.findCredential('digest-1')).to.deep.equal({ key, subscriber: suspended });
      },
    );

    promises('lists keys in the order of their making, all or one subscriber’s', async ({ store }) => {
      await store.addSubscriber(acme);
      await store.addSubscriber(subscriberOf({ id: 'beta' }));
      const made = [
        keyOf({ id: 'key_5', digest: 'c', createdAtMs: 7 }),
        keyOf({ id: 'key_1', digest: 'd', createdAtMs: 90, subscriberId: 'beta' }),
        keyOf({ id: 'key_3', digest: 'a', createdAtMs: 1000 }),
        keyOf({ id: 'key_2', digest: 'b', createdAtMs: 20_000, subscriberId: 'beta' }),
      ];
      for (const at of [2, 0, 3, 1]) await store.addKey(made[at]!);
      expect(await store.listKeys({})).to.deep.equal(made);
      expect(await store.listKeys({ subscriberId: 'beta' })).to.deep.equal([made[1], made[3]]);
      expect(await store.listKeys({ subscriberId: 'nobody' })).to.deep.equal([]);
    });

    promises(
      'has everything when it is opened again, and is down once it is closed',
      async ({ store, other, reopen }) => {
        await store.addSubscriber(acme);
        await store.addKey(keyOf());
        await store.revokeKey('key_1', 500);
        await store.close();
        await other.close();
        expect(await store.isUp()).to.equal(false);
        for (const failing of [() => store.findCredential('digest-1'), () => store.revokeKey('key_1', 1)]) {
          const error = await failing().then(
            () => undefined,
            (reason: unknown) => reason,
          );
          expect(error).to.include({ code: 'STORE_UNAVAILABLE' });
        }
        const found = await (await reopen()).findCredential('digest-1');
        expect(found).to.deep.equal({ key: keyOf({ revokedAtMs: 500 }), subscriber: acme });
      },
    );
  });

  keyLifetimeContract(adapter);
  twoWritersContract(adapter);
}
