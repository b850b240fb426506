import { expect } from 'chai';
import { alikeIds } from '../support/alike-ids.ts';
import { keyOf, subscriberOf } from '../support/builders.ts';
import { rejectionOf } from '../support/rejection.ts';
import { promisesOf, type StoresAdapter } from '../support/store-place.ts';
import { keptKeysContract } from './kept-keys.contract.ts';
import { keyLifetimeContract } from './key-lifetime.contract.ts';
import { keyLimitContract } from './key-limit.contract.ts';
import { twoWritersContract } from './two-writers.contract.ts';

/** What every KeyStore promises. */
export function keyStoreContract(adapter: StoresAdapter): void {
  const acme = subscriberOf();

  describe(`${adapter.name} keeps the KeyStore’s promises`, () => {
    const promises = promisesOf(adapter, 'keyStore');
    promises('is empty at first, and knows nobody', async ({ store }) => {
      expect(await store.isUp()).to.equal(true);
      expect(await store.listSubscribers()).to.deep.equal([]);
      expect(await store.listKeys({})).to.deep.equal([]);
      expect(await store.findCredential('digest-1')).to.equal(undefined);
      expect(await store.findKey('key_1')).to.equal(undefined);
      expect(await store.findSubscriber('acme')).to.equal(undefined);
      expect(await store.renameKey('key_1', 'new')).to.equal(undefined);
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

    promises('finds a subscriber by the id alone, as it is now', async ({ store, other }) => {
      await store.addSubscriber(acme);
      await store.addSubscriber(subscriberOf({ id: 'acme.two', name: null }));
      expect(await other.findSubscriber('acme')).to.deep.equal(acme);
      expect(await other.findSubscriber('acme.two')).to.deep.equal(subscriberOf({ id: 'acme.two', name: null }));
      for (const id of ['', 'acm', 'ACME', 'acme.', 'Acme']) expect(await other.findSubscriber(id)).to.equal(undefined);
      await store.changeSubscriber('acme', { status: 'suspended' });
      expect(await other.findSubscriber('acme')).to.deep.equal({ ...acme, status: 'suspended' });
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

    promises('lists each subscriber’s keys alone, however alike their ids are', async ({ store, other }) => {
      const made = alikeIds.map((subscriberId, index) =>
        keyOf({ id: `key_${index}`, digest: `d${index}`, subscriberId }),
      );
      for (const key of made) {
        await store.addSubscriber(subscriberOf({ id: key.subscriberId }));
        await store.addKey(key);
      }
      for (const key of made) expect(await other.listKeys({ subscriberId: key.subscriberId })).to.deep.equal([key]);
    });

    promises('lists two keys of the same millisecond', async ({ store }) => {
      await store.addSubscriber(acme);
      const made = [keyOf(), keyOf({ id: 'key_2', digest: 'digest-2' })];
      for (const key of made) await store.addKey(key);
      expect(await store.listKeys({ subscriberId: 'acme' })).to.have.deep.members(made);
      expect(await store.listKeys({})).to.have.deep.members(made);
    });

    promises('knows nothing by a text of whatever length', async ({ store }) => {
      const endless = 'ä'.repeat(5000);
      expect(await store.findSubscriber(endless)).to.equal(undefined);
      expect(await store.addKey(keyOf({ subscriberId: endless }))).to.equal('unknown-subscriber');
      expect(await store.findKey(endless)).to.equal(undefined);
      expect(await store.renameKey(endless, 'new')).to.equal(undefined);
      expect(await store.revokeKey(endless, 5)).to.equal(undefined);
      expect(await store.replaceKey(endless, keyOf(), { revokedAtMs: 5 })).to.equal('not-live');
      expect(await store.listKeys({ subscriberId: endless })).to.deep.equal([]);
    });

    promises('renames a key, and changes nothing else of it', async ({ store, other }) => {
      await store.addSubscriber(acme);
      const key = keyOf({ expiresAtMs: 33, retiresAtMs: 44, revokedAtMs: 55, lastUsedAtMs: 66 });
      await store.addKey(key);
      await store.addKey(keyOf({ id: 'key_2', digest: 'digest-2', createdAtMs: 23 }));
      const [renamed, nameless] = [
        { ...key, name: 'deployment' },
        { ...key, name: null },
      ];
      expect(await store.renameKey('key_1', 'deployment')).to.deep.equal(renamed);
      expect(await other.findCredential('digest-1')).to.deep.equal({ key: renamed, subscriber: acme });
      expect(await other.renameKey('key_1', null)).to.deep.equal(nameless);
      expect((await store.listKeys({}))[0]).to.deep.equal(nameless);
      expect(await store.findKey('key_2')).to.include({ name: 'build server' });
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
          expect(await rejectionOf(failing())).to.include({ code: 'STORE_UNAVAILABLE' });
        }
        const found = await (await reopen()).findCredential('digest-1');
        expect(found).to.deep.equal({ key: keyOf({ revokedAtMs: 500 }), subscriber: acme });
      },
    );
  });

  keyLifetimeContract(adapter);
  keyLimitContract(adapter);
  keptKeysContract(adapter);
  twoWritersContract(adapter);
}
