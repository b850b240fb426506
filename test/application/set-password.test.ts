import { expect } from 'chai';
import type { Account } from '../../src/domain/account/account.ts';
import { customerDesk, easyPassword, goodPassword, hashOf, origin } from '../support/customer-desk.ts';
import { rejectionOf } from '../support/rejection.ts';
import { unreachable } from '../support/unreliable.ts';

const easy = 'is too easy to guess: take the one that is proposed, or several random words';

/** A desk, and what sets the password of an account there. */
function setting() {
  const desk = customerDesk();
  const keepIn = (account: Account) => async (passwordHash: string) => {
    await desk.accountStore.setPasswordHash(account.subscriberId, passwordHash);
    return true;
  };
  const wishOf = async (id: string, { password = goodPassword } = {}) => {
    const account = await desk.open(id, 'the old one');
    return { account, password, ...origin, action: 'password-set', keep: keepIn(account) } as const;
  };
  return { ...desk, keepIn, wishOf };
}

describe('SetPassword', () => {
  it('keeps its hash, ends all sessions of the account, and begins one', async () => {
    const { setPassword, open, keepIn, keepSessions, sessionStore, accountStore, auditTrail } = setting();
    const account = await open('acme', 'the old one');
    for (const each of [account, account, await open('beta')]) await keepSessions.begin(each, origin);
    const wish = { account, password: goodPassword, ...origin, keep: keepIn(account) };
    const set = await setPassword.set({ ...wish, action: 'password-changed' });
    if (!set || !('token' in set)) throw new Error('It was not set.');
    expect(accountStore.accounts.get('acme')).to.deep.equal({ ...account, passwordHash: hashOf(goodPassword) });
    expect(sessionStore.sessions.map(({ subscriberId }) => subscriberId)).to.deep.equal(['beta', 'acme']);
    expect((await keepSessions.recognize(set.token))?.session).to.equal(sessionStore.sessions[1]);
    expect(auditTrail.events.slice(3).map(({ id, atMs, ...event }) => event)).to.deep.equal([
      { subscriberId: 'acme', action: 'password-changed', subject: null, name: null, address: '192.0.2.1' },
      { subscriberId: 'acme', action: 'signed-in', subject: 'Firefox', name: null, address: '192.0.2.1' },
    ]);
  });

  it('hashes one password, however it was typed', async () => {
    const { setPassword, wishOf, hasher, accountStore } = setting();
    await setPassword.set(await wishOf('acme', { password: 'Ａ cafe\u0301 of words' }));
    expect(hasher.hashed).to.deep.equal(['A caf\u00e9 of words']);
    expect(accountStore.accounts.get('acme')?.passwordHash).to.equal(hashOf('A caf\u00e9 of words'));
  });

  it('changes nothing where the password has faults, and keeps no hash', async () => {
    const { setPassword, open, hasher, accountStore, keepSessions, sessionStore, actions } = setting();
    const account = await open('acme', 'the old one');
    await keepSessions.begin(account, origin);
    const keep = () => Promise.reject(new Error('kept too early'));
    for (const [password, message] of [
      ['x'.repeat(14), 'must be 15 to 256 characters'],
      ['\u0300\u0316'.repeat(50_000), 'must be 15 to 256 characters'],
      [easyPassword, easy],
    ] as const) {
      const set = await setPassword.set({ account, password, ...origin, action: 'password-set', keep });
      expect(set).to.deep.equal({ faults: [{ field: 'password', message }] });
    }
    expect(hasher.hashed).to.deep.equal([]);
    expect(accountStore.accounts.get('acme')).to.deep.equal(account);
    expect(sessionStore.sessions).to.have.length(1);
    expect(actions()).to.deep.equal(['signed-in']);
  });

  it('changes nothing where it must not be set any more', async () => {
    const { setPassword, open, keepIn, accountStore, keepSessions, sessionStore } = setting();
    const account = await open('acme', 'the old one');
    await keepSessions.begin(account, origin);
    const wish = { account, password: goodPassword, ...origin, action: 'password-set' } as const;
    expect(await setPassword.set({ ...wish, keep: async () => false })).to.equal(undefined);
    expect(accountStore.accounts.get('acme')).to.deep.equal(account);
    expect(sessionStore.sessions).to.have.length(1);
    expect(await setPassword.set({ ...wish, keep: keepIn(account) })).to.have.property('token');
  });

  it('holds it against what is known: the service, the address, the subscriber', async () => {
    const { setPassword, wishOf, estimator, keyStore } = setting();
    const wish = await wishOf('acme');
    await setPassword.set(wish);
    keyStore.subscribers.delete('acme');
    await setPassword.set(wish);
    const known = [
      ...['password generation service', 'password', 'generation', 'service'],
      ...['acme@example.com', 'acme', 'example', 'com', 'acme', 'acme'],
    ];
    expect(estimator.asked).to.deep.equal([
      {
        password: goodPassword,
        about: [...known, 'acme & Co.', 'acme'],
      },
      { password: goodPassword, about: known },
    ]);
  });

  it('proposes one that is right', async () => {
    const { setPassword, wishOf } = setting();
    const wish = await wishOf('acme', { password: setPassword.propose() });
    expect(await setPassword.set(wish)).to.have.property('token');
  });

  it('takes none that is too much like the one before', async () => {
    const { setPassword, wishOf, hasher } = setting();
    const wish = await wishOf('acme');
    const faults = [{ field: 'password', message: 'is too much like the one before' }];
    expect(await setPassword.set({ ...wish, before: `${goodPassword} 2` })).to.deep.equal({ faults });
    expect(hasher.hashed).to.deep.equal([]);
    expect(await setPassword.set({ ...wish, before: 'Summer of 2025' })).to.have.property('token');
  });

  it('leaves nobody signed in by the one before, also where their sessions can’t be cleared away', async () => {
    const { setPassword, wishOf, keepSessions, sessionStore, accountStore } = setting();
    const wish = await wishOf('acme');
    const old = await keepSessions.begin(wish.account, origin);
    const { endSessions } = sessionStore;
    const away = unreachable();
    sessionStore.endSessions = () => Promise.reject(away);
    expect(await rejectionOf(setPassword.set(wish))).to.equal(away);
    expect(accountStore.accounts.get('acme')?.passwordHash).to.equal(hashOf(goodPassword));
    expect(sessionStore.sessions).to.have.length(1);
    expect(await keepSessions.recognize(old)).to.equal(undefined);
    sessionStore.endSessions = endSessions;
    const later = await keepSessions.begin(accountStore.accounts.get('acme')!, origin);
    expect(await keepSessions.recognize(later)).to.be.an('object');
  });

  it('judges twenty of a subscriber in a minute, refused or not, and says when the next one may come', async () => {
    const { setPassword, wishOf, estimator, hasher, clock } = setting();
    const [acmes, betas] = [await wishOf('acme'), await wishOf('beta')];
    for (let time = 0; time < 20; time += 1) {
      const password = time % 2 === 0 ? easyPassword : `${goodPassword} ${time}`;
      expect(await setPassword.set({ ...acmes, password })).to.have.property(time % 2 === 0 ? 'faults' : 'token');
    }
    clock.advance(500);
    const refusal = { code: 'TOO_MANY_CHANGES', retryAfterSeconds: 60 };
    expect(await rejectionOf(setPassword.set(acmes))).to.deep.include(refusal);
    expect([estimator.asked.length, hasher.hashed.length], 'nothing is looked at then').to.deep.equal([20, 10]);
    expect(await setPassword.set(betas)).to.have.property('token');
    clock.advance(59_500);
    expect(await setPassword.set(acmes)).to.have.property('token');
  });
});
