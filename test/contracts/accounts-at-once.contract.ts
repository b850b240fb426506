import { expect } from 'chai';
import type { AccountStore } from '../../src/domain/account/ports.ts';
import { atOnce } from '../support/at-once.ts';
import { promisesOf, type StoresAdapter } from '../support/store-place.ts';

const WRITES = 16;

/** What an AccountStore promises to two who write at once. */
export function accountsAtOnceContract(adapter: StoresAdapter): void {
  describe(`${adapter.name} with two writers of accounts at once`, () => {
    const promises = promisesOf(adapter, 'accountStore');
    promises('gives an address to one of many that are new', async (opened) => {
      const outcomes = await atOnce(opened, WRITES, (store, index) => store.setEmail(`s${index}`, 'ann@example.com'));
      expect(outcomes.filter((outcome) => outcome === 'set')).to.have.length(1);
      expect(outcomes.filter((outcome) => outcome === 'email-taken')).to.have.length(WRITES - 1);
      const winner = `s${outcomes.indexOf('set')}`;
      expect((await opened.store.findAccountByEmail('ann@example.com'))?.subscriberId).to.equal(winner);
      for (const [index, outcome] of outcomes.entries()) {
        const account = await opened.other.findAccount(`s${index}`);
        expect(account !== undefined, `s${index}`).to.equal(outcome === 'set');
      }
    });

    promises('gives an address to one of two that have another', async (opened) => {
      const { store } = opened;
      for (const index of [0, 1]) await store.setEmail(`s${index}`, `${index}@example.com`);
      const outcomes = await atOnce(opened, 2, (one, index) => one.setEmail(`s${index}`, 'ann@example.com'));
      expect(outcomes).to.have.members(['set', 'email-taken']);
      const [winner, loser] = [outcomes.indexOf('set'), outcomes.indexOf('email-taken')];
      expect((await store.findAccount(`s${winner}`))?.email).to.equal('ann@example.com');
      expect((await store.findAccount(`s${loser}`))?.email).to.equal(`${loser}@example.com`);
      expect(await store.findAccountByEmail(`${winner}@example.com`)).to.equal(undefined);
    });

    promises('makes one account of one subscriber’s many addresses, and frees all but one', async (opened) => {
      const { store, other } = opened;
      const emailOf = (index: number) => `${index}@example.com`;
      const outcomes = await atOnce(opened, WRITES, (one, index) => one.setEmail('acme', emailOf(index)));
      expect(new Set(outcomes)).to.deep.equal(new Set(['set']));
      const kept = (await store.findAccount('acme'))?.email;
      for (let index = 0; index < WRITES; index += 1) {
        const email = emailOf(index);
        expect((await other.findAccountByEmail(email))?.subscriberId, email).to.equal(
          kept === email ? 'acme' : undefined,
        );
        const outcome = await store.setEmail('beta', email);
        expect(outcome, email).to.equal(kept === email ? 'email-taken' : 'set');
      }
    });

    promises('lets one of many at once change a password', async (opened) => {
      const acme = { subscriberId: 'acme', email: 'ann@example.com', passwordHash: null };
      await opened.store.setEmail('acme', 'ann@example.com');
      const changes = await atOnce<AccountStore, boolean>(opened, WRITES, (store, index) =>
        store.changePasswordHash(acme, `$scrypt$${index}`),
      );
      expect(changes.filter(Boolean)).to.have.length(1);
      const passwordHash = `$scrypt$${changes.indexOf(true)}`;
      expect(await opened.other.findAccount('acme')).to.deep.equal({ ...acme, passwordHash });
    });

    promises('loses no password beside an address', async (opened) => {
      const acme = { subscriberId: 'acme', email: 'ann@example.com', passwordHash: null };
      await opened.store.setEmail('acme', 'ann@example.com');
      await atOnce<AccountStore, unknown>(opened, WRITES, (store, index) =>
        index === 7 ? store.changePasswordHash(acme, '$scrypt$1') : store.setEmail('acme', `${index}@example.com`),
      );
      const account = await opened.other.findAccount('acme');
      expect(account?.passwordHash).to.equal('$scrypt$1');
      expect(await opened.other.findAccountByEmail(account?.email ?? '')).to.deep.equal(account);
    });
  });
}
