import { expect } from 'chai';
import { endingAfter } from '../../src/domain/access/api-key.ts';
import { keyOf, subscriberOf } from '../support/builders.ts';
import { promisesOf, type StoresAdapter } from '../support/store-place.ts';

/** How a key ends in any KeyStore, and when it was last used. */
export function keyLifetimeContract(adapter: StoresAdapter): void {
  const acme = subscriberOf();

  describe(`${adapter.name} and the life of a key`, () => {
    const promises = promisesOf(adapter, 'keyStore');
    promises('keeps a key’s first revocation', async ({ store, other }) => {
      await store.addSubscriber(acme);
      await store.addKey(keyOf());
      const revoked = keyOf({ revokedAtMs: 500 });
      expect(await store.revokeKey('key_1', 500)).to.deep.equal(revoked);
      expect(await other.revokeKey('key_1', 900)).to.deep.equal(revoked);
      expect(await other.revokeKey('key_1', 100)).to.deep.equal(revoked);
      expect(await store.findCredential('digest-1')).to.deep.equal({ key: revoked, subscriber: acme });
    });

    promises(
      'replaces a key at once, or with an overlap in which it can be replaced again',
      async ({ store, other, clock }) => {
        await store.addSubscriber(acme);
        await store.addKey(keyOf());
        const successorOf = (n: number) => keyOf({ id: `key_${n}`, digest: `digest-${n}`, createdAtMs: 22 + n });
        const [second, third, fourth] = [successorOf(2), successorOf(3), successorOf(4)];
        const nowMs = clock.nowMs();

        expect(await store.replaceKey('key_1', second, endingAfter(1000, nowMs))).to.equal('replaced');
        expect(await other.findKey('key_1')).to.deep.equal(keyOf({ retiresAtMs: nowMs + 1000 }));
        expect(await other.replaceKey('key_1', third, endingAfter(5000, nowMs))).to.equal('replaced');
        expect((await store.findKey('key_1'))?.retiresAtMs, 'the nearer end stays').to.equal(nowMs + 1000);
        clock.advance(1000);
        expect(await store.replaceKey('key_1', fourth, endingAfter(1000, clock.nowMs()))).to.equal('not-live');

        expect(await store.replaceKey('key_2', fourth, endingAfter(0, clock.nowMs()))).to.equal('replaced');
        expect((await store.findKey('key_2'))?.revokedAtMs).to.equal(nowMs + 1000);
        expect(await store.findCredential('digest-4')).to.deep.equal({ key: fourth, subscriber: acme });
        const ids = (await other.listKeys({})).map(({ id }) => id);
        expect(ids).to.deep.equal(['key_1', 'key_2', 'key_3', 'key_4']);
      },
    );

    promises('replaces no key that is revoked, or from the millisecond of its expiry on', async ({ store, clock }) => {
      const expiresAtMs = clock.nowMs() + 10;
      await store.addSubscriber(acme);
      await store.addKey(keyOf({ revokedAtMs: 5 }));
      await store.addKey(keyOf({ id: 'key_2', digest: 'digest-2', expiresAtMs }));
      const successor = keyOf({ id: 'key_3', digest: 'digest-3' });
      const ending = endingAfter(0, clock.nowMs());
      expect(await store.replaceKey('key_1', successor, ending)).to.equal('not-live');
      clock.advance(10);
      expect(await store.replaceKey('key_2', successor, ending)).to.equal('not-live');
      expect(await store.findKey('key_3')).to.equal(undefined);
      expect(await store.findKey('key_2')).to.include({ revokedAtMs: null, retiresAtMs: null, expiresAtMs });
    });

    promises(
      'keeps the latest use of each key, and passes over keys that it does not know',
      async ({ store, other }) => {
        await store.addSubscriber(acme);
        await store.addKey(keyOf());
        await store.addKey(keyOf({ id: 'key_2', digest: 'digest-2', createdAtMs: 23 }));
        const uses = async () => (await store.listKeys({})).map(({ lastUsedAtMs }) => lastUsedAtMs);
        expect(await uses()).to.deep.equal([null, null]);
        await store.recordUses(new Map([['key_1', 500]]));
        await other.recordUses(
          new Map([
            ['key_9', 900],
            ['key_1', 400],
            ['key_2', 700],
          ]),
        );
        expect(await uses()).to.deep.equal([500, 700]);
        await store.recordUses(new Map([['key_1', 501]]));
        expect(await uses()).to.deep.equal([501, 700]);
        expect(await store.findCredential('digest-1')).to.deep.equal({
          key: keyOf({ lastUsedAtMs: 501 }),
          subscriber: acme,
        });
      },
    );
  });
}
