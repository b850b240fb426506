import { expect } from 'chai';
import { rejectionOf } from '../support/rejection.ts';
import { promisesOf, type StoresAdapter } from '../support/store-place.ts';
import { accountsAtOnceContract } from './accounts-at-once.contract.ts';
import { invitationsContract } from './invitations.contract.ts';

const acmeWith = (passwordHash: string | null) => ({ subscriberId: 'acme', email: 'ann@example.com', passwordHash });

/** What every AccountStore promises. */
export function accountStoreContract(adapter: StoresAdapter): void {
  describe(`${adapter.name} keeps the AccountStore’s promises`, () => {
    const promises = promisesOf(adapter, 'accountStore');
    promises('knows nobody at first', async ({ store, other }) => {
      expect(await store.changePasswordHash(acmeWith(null), '$scrypt$1')).to.equal(false);
      expect(await other.findAccount('acme')).to.equal(undefined);
      expect(await other.findAccountByEmail('ann@example.com')).to.equal(undefined);
    });

    promises('makes an account with its address, without a password', async ({ store, other }) => {
      const ann = { subscriberId: 'acme', email: 'ann@example.com', passwordHash: null };
      expect(await store.setEmail('acme', 'ann@example.com')).to.equal('set');
      expect(await other.findAccount('acme')).to.deep.equal(ann);
      expect(await other.findAccountByEmail('ann@example.com')).to.deep.equal(ann);
    });

    promises('finds an account by the very address, and by the very id', async ({ store, other }) => {
      await store.setEmail('a.b', 'a.b@example.com');
      for (const email of ['A.B@example.com', 'aXb@example.com', 'a.b@example.co', ' a.b@example.com', 'a.b', '']) {
        expect(await other.findAccountByEmail(email), email).to.equal(undefined);
      }
      for (const id of ['A.B', 'aXb', 'a.', 'a.b@example.com', '']) {
        expect(await other.findAccount(id), id).to.equal(undefined);
      }
      expect(await other.findAccountByEmail(`${'ä'.repeat(5000)}@example.com`)).to.equal(undefined);
    });

    promises('takes any address that is one', async ({ store, other }) => {
      // Of three and four bytes a character; the dot above of the last but one is a character of its own.
      const emails = [
        `${'€'.repeat(64)}@${'€'.repeat(189)}`,
        `${'😀'.repeat(64)}@${'😀'.repeat(189)}`,
        `${'😀'.repeat(64)}@${'😀'.repeat(188)}x`,
        'i̇@example.com',
        '$where.a@[::1]',
      ];
      for (const [index, email] of emails.entries()) expect(await store.setEmail(`s${index}`, email)).to.equal('set');
      for (const [index, email] of emails.entries()) {
        expect(await other.findAccountByEmail(email)).to.deep.equal({
          subscriberId: `s${index}`,
          email,
          passwordHash: null,
        });
      }
    });

    promises('gives an address to one alone', async ({ store, other }) => {
      await store.setEmail('acme', 'ann@example.com');
      await store.setEmail('beta', 'bob@example.com');
      expect(await other.setEmail('beta', 'ann@example.com')).to.equal('email-taken');
      expect(await other.setEmail('gamma', 'ann@example.com')).to.equal('email-taken');
      expect((await store.findAccount('acme'))?.email).to.equal('ann@example.com');
      expect((await store.findAccount('beta'))?.email).to.equal('bob@example.com');
      expect((await store.findAccountByEmail('bob@example.com'))?.subscriberId).to.equal('beta');
      expect(await store.findAccount('gamma')).to.equal(undefined);
    });

    promises('frees an address that is changed, and lets one be set again', async ({ store, other }) => {
      expect(await store.setEmail('acme', 'ann@example.com')).to.equal('set');
      expect(await other.setEmail('acme', 'ann@example.com')).to.equal('set');
      expect(await other.setEmail('acme', 'new@example.com')).to.equal('set');
      expect(await store.findAccountByEmail('ann@example.com')).to.equal(undefined);
      expect((await store.findAccountByEmail('new@example.com'))?.subscriberId).to.equal('acme');
      expect(await store.setEmail('beta', 'ann@example.com')).to.equal('set');
      expect(await store.setEmail('acme', 'ann@example.com')).to.equal('email-taken');
      expect((await other.findAccountByEmail('ann@example.com'))?.subscriberId).to.equal('beta');
    });

    promises('keeps the password beside a new address, and a new password instead', async ({ store, other }) => {
      await store.setEmail('acme', 'ann@example.com');
      await store.setEmail('beta', 'bob@example.com');
      expect(await store.changePasswordHash(acmeWith(null), '$scrypt$1')).to.equal(true);
      await other.setEmail('acme', 'ann@example.com');
      await other.setEmail('acme', 'new@example.com');
      const kept = { subscriberId: 'acme', email: 'new@example.com', passwordHash: '$scrypt$1' };
      expect(await store.findAccount('acme')).to.deep.equal(kept);
      for (const before of [null, '$scrypt$2', '$scrypt$1 ']) {
        expect(await other.changePasswordHash(acmeWith(before), '$scrypt$2'), `${before}`).to.equal(false);
      }
      expect(await store.findAccount('acme')).to.deep.equal(kept);
      expect(await other.changePasswordHash(acmeWith('$scrypt$1'), '$scrypt$2')).to.equal(true);
      const changed = { ...kept, passwordHash: '$scrypt$2' };
      expect(await store.findAccount('acme')).to.deep.equal(changed);
      expect(await store.findAccountByEmail('new@example.com')).to.deep.equal(changed);
      expect((await store.findAccount('beta'))?.passwordHash).to.equal(null);
    });

    promises('has everything when it is opened again, and is away once it is closed', async (opened) => {
      const { store, close, reopen } = opened;
      await store.setEmail('acme', 'ann@example.com');
      await store.changePasswordHash(acmeWith(null), '$scrypt$1');
      await store.putInvitation({ digest: 'd1', subscriberId: 'acme', email: 'a@b.example', expiresAtMs: 5 });
      await close();
      const calls = [() => store.findAccountByEmail('ann@example.com'), () => store.setEmail('acme', 'b@example.com')];
      for (const call of calls) expect(await rejectionOf(call())).to.include({ code: 'STORE_UNAVAILABLE' });
      const again = await reopen();
      const ann = { subscriberId: 'acme', email: 'ann@example.com', passwordHash: '$scrypt$1' };
      expect(await again.findAccountByEmail('ann@example.com')).to.deep.equal(ann);
      expect(await again.findInvitation('d1')).to.deep.equal({
        digest: 'd1',
        subscriberId: 'acme',
        email: 'a@b.example',
        expiresAtMs: 5,
      });
    });
  });

  accountsAtOnceContract(adapter);
  invitationsContract(adapter);
}
