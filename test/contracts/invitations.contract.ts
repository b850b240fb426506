import { expect } from 'chai';
import type { Invitation } from '../../src/domain/account/invitation.ts';
import type { AccountStore } from '../../src/domain/account/ports.ts';
import { atOnce } from '../support/at-once.ts';
import { promisesOf, type StoresAdapter } from '../support/store-place.ts';

const invitation = (digest: string, facts: Partial<Invitation> = {}): Invitation => ({
  digest,
  subscriberId: 'acme',
  email: 'owner@example.com',
  expiresAtMs: 1000,
  ...facts,
});

/** Whether it was accepted, at a moment before its end where none is named. */
const accept = (store: AccountStore, digest: string, { passwordHash = '$scrypt$1', nowMs = 500 } = {}) =>
  store.acceptInvitation({ digest, passwordHash, nowMs });

/** How any AccountStore keeps invitations: one a subscriber, each spent once. */
export function invitationsContract(adapter: StoresAdapter): void {
  describe(`${adapter.name} and invitations`, () => {
    const promises = promisesOf(adapter, 'accountStore');
    promises('has none at first', async ({ store }) => {
      await store.setEmail('acme', 'owner@example.com');
      expect(await store.findInvitation('d1')).to.equal(undefined);
      for (const digest of ['d1', '', 'ä'.repeat(5000)]) expect(await accept(store, digest)).to.equal(false);
      await store.forgetInvitations(5000);
    });

    promises('finds each until it is accepted, once, and sets the password with it', async ({ store, other }) => {
      const theirs = invitation('d2', { subscriberId: 'beta', email: 'beta@example.com' });
      await store.setEmail('acme', 'owner@example.com');
      await store.setEmail('beta', 'beta@example.com');
      await store.putInvitation(invitation('d1'));
      await store.putInvitation(theirs);
      expect(await other.findInvitation('d1')).to.deep.equal(invitation('d1'));
      expect(await other.findAccount('acme')).to.include({ passwordHash: null });
      expect(await accept(other, 'd1', { passwordHash: '$scrypt$1' })).to.equal(true);
      expect(await accept(store, 'd1', { passwordHash: '$scrypt$2' })).to.equal(false);
      expect(await store.findInvitation('d1')).to.equal(undefined);
      const account = { subscriberId: 'acme', email: 'owner@example.com', passwordHash: '$scrypt$1' };
      expect(await store.findAccount('acme')).to.deep.equal(account);
      expect(await other.findInvitation('d2')).to.deep.equal(theirs);
      expect(await other.findAccount('beta')).to.include({ passwordHash: null });
    });

    promises('accepts none from the millisecond of its end on', async ({ store, other }) => {
      await store.setEmail('acme', 'owner@example.com');
      await store.putInvitation(invitation('d1'));
      for (const nowMs of [1001, 1000]) expect(await accept(other, 'd1', { nowMs }), `${nowMs}`).to.equal(false);
      expect(await store.findAccount('acme')).to.include({ passwordHash: null });
      expect(await store.findInvitation('d1')).to.deep.equal(invitation('d1'));
      expect(await accept(other, 'd1', { nowMs: 999 })).to.equal(true);
      expect(await store.findAccount('acme')).to.include({ passwordHash: '$scrypt$1' });
    });

    promises('accepts none where there is no account, or one of another address', async ({ store, other }) => {
      await store.putInvitation(invitation('d1'));
      expect(await accept(other, 'd1')).to.equal(false);
      expect(await other.findAccount('acme')).to.equal(undefined);
      await store.setEmail('acme', 'new@example.com');
      expect(await accept(other, 'd1')).to.equal(false);
      expect(await other.findAccount('acme')).to.include({ email: 'new@example.com', passwordHash: null });
      expect(await store.findInvitation('d1')).to.deep.equal(invitation('d1'));
      await store.setEmail('acme', 'owner@example.com');
      expect(await accept(other, 'd1')).to.equal(true);
    });

    promises('keeps the latest of a subscriber alone', async ({ store, other }) => {
      await store.setEmail('acme', 'owner@example.com');
      await store.putInvitation(invitation('d1', { expiresAtMs: 2000 }));
      await other.putInvitation(invitation('d3'));
      expect(await store.findInvitation('d1')).to.equal(undefined);
      expect(await accept(store, 'd1')).to.equal(false);
      expect(await accept(store, 'd3')).to.equal(true);
      await store.putInvitation(invitation('d4'));
      expect(await accept(other, 'd4'), 'after one was accepted').to.equal(true);
    });

    promises('lets one of many accept it, whose password stands', async (opened) => {
      const { store, other } = opened;
      await store.setEmail('acme', 'owner@example.com');
      await store.putInvitation(invitation('d1'));
      const outcomes = await atOnce(opened, 16, (one, index) =>
        accept(one, 'd1', { passwordHash: `$scrypt$${index}` }),
      );
      expect(outcomes.filter(Boolean)).to.have.length(1);
      const passwordHash = `$scrypt$${outcomes.indexOf(true)}`;
      for (const one of [store, other]) expect(await one.findAccount('acme')).to.include({ passwordHash });
    });

    promises('keeps one of many that come at once', async (opened) => {
      await opened.store.setEmail('acme', 'owner@example.com');
      await atOnce(opened, 16, (store, index) => store.putInvitation(invitation(`d${index}`)));
      const accepted = await atOnce(opened, 16, (store, index) => accept(store, `d${index}`));
      expect(accepted.filter(Boolean)).to.have.length(1);
    });

    promises('forgets those that ended before a moment', async ({ store, other }) => {
      for (const at of [999, 1000, 1001]) {
        await store.putInvitation(invitation(`d${at}`, { subscriberId: `s${at}`, expiresAtMs: at }));
      }
      await other.forgetInvitations(1000);
      const found = await Promise.all(['d999', 'd1000', 'd1001'].map((digest) => store.findInvitation(digest)));
      expect(found.map((one) => one?.digest)).to.deep.equal([undefined, 'd1000', 'd1001']);
      await store.putInvitation(invitation('d1', { subscriberId: 's999' }));
      expect(await other.findInvitation('d1'), 'after one was forgotten').to.include({ subscriberId: 's999' });
    });
  });
}
