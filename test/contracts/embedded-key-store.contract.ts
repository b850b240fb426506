import { expect } from 'chai';
import type { DataStores } from '../../src/domain/account/ports.ts';
import type { EmbeddedKeyStore } from '../../src/domain/ports.ts';
import { keyOf, subscriberOf } from '../support/builders.ts';
import { promisesOf, type StoresAdapter } from '../support/store-place.ts';

const credentialOf = (index: number) => ({
  subscriber: subscriberOf({ id: `first-${index}` }),
  key: keyOf({ id: `key_${index}`, digest: `digest-${index}`, subscriberId: `first-${index}` }),
});

/** What a store promises beyond the KeyStore where it belongs to one service. Claims of other processes: test/faults. */
export function embeddedKeyStoreContract(adapter: StoresAdapter<DataStores<EmbeddedKeyStore>>): void {
  describe(`${adapter.name} keeps the EmbeddedKeyStore’s promises`, () => {
    const promises = promisesOf(adapter, 'keyStore');
    promises('adds the first subscriber and key together, once', async ({ store, other }) => {
      expect(await store.addFirst(credentialOf(1))).to.equal(true);
      expect(await other.addFirst(credentialOf(2))).to.equal(false);
      expect(await other.listSubscribers()).to.deep.equal([credentialOf(1).subscriber]);
      expect(await other.listKeys({})).to.deep.equal([credentialOf(1).key]);
      expect(await other.findCredential('digest-1')).to.deep.equal(credentialOf(1));
    });

    promises('adds neither where there is any subscriber, of whatever status and without a key', async ({ store }) => {
      await store.addSubscriber(subscriberOf({ id: 'other', status: 'suspended' }));
      expect(await store.addFirst(credentialOf(1))).to.equal(false);
      expect((await store.listSubscribers()).map(({ id }) => id)).to.deep.equal(['other']);
      expect(await store.listKeys({})).to.deep.equal([]);
    });

    promises(
      'lets one of many at once be the first, and nobody beside an added subscriber',
      async ({ store, other }) => {
        const attempts = Array.from({ length: 16 }, (_, index) =>
          (index % 2 ? other : store).addFirst(credentialOf(index)),
        );
        const outcomes = await Promise.all(attempts);
        const winner = credentialOf(outcomes.indexOf(true));
        expect(outcomes.filter(Boolean)).to.have.length(1);
        expect(await store.listSubscribers()).to.deep.equal([winner.subscriber]);
        expect(await store.listKeys({})).to.deep.equal([winner.key]);
      },
    );

    promises('may be claimed again by the process that has it', async ({ store, other }) => {
      expect(await store.claim()).to.equal(true);
      expect(await other.claim()).to.equal(true);
    });

    promises('is no subscriber’s place by being claimed', async ({ store }) => {
      await store.claim();
      expect(await store.listSubscribers()).to.deep.equal([]);
      expect(await store.addFirst(credentialOf(1))).to.equal(true);
    });
  });
}
