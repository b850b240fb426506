import { expect } from 'chai';
import { ChangePassword } from '../../src/application/change-password.ts';
import { customerDesk, easyPassword, goodPassword, hashOf, origin } from '../support/customer-desk.ts';

const current = 'the one of until now';

/** A desk at which `acme` is signed in, and may change their password. */
async function changing() {
  const desk = customerDesk();
  const account = await desk.open('acme', current);
  await desk.keepSessions.begin(account, origin);
  const changePassword = new ChangePassword(desk.newSignIn(), desk.setPassword, desk.accountStore);
  const change = (facts: { current?: string; password?: string } = {}) =>
    changePassword.change({ account }, { current, password: goodPassword, network: 'here', ...origin, ...facts });
  return { ...desk, account, change };
}

describe('ChangePassword', () => {
  it('gives who knows the current one a new one, and a new session in the place of all others', async () => {
    const { change, accountStore, sessionStore, keepSessions, actions } = await changing();
    const entry = await change();
    if (entry.outcome !== 'entered' || !entry.result || !('token' in entry.result)) throw new Error(entry.outcome);
    expect(accountStore.accounts.get('acme')?.passwordHash).to.equal(hashOf(goodPassword));
    expect(sessionStore.sessions).to.have.length(1);
    expect(await keepSessions.recognize(entry.result.token)).to.be.an('object');
    expect(actions()).to.deep.equal(['signed-in', 'password-changed', 'signed-in']);
  });

  it('changes nothing for a wrong current one, and judges no new one', async () => {
    const { change, account, accountStore, sessionStore, estimator, actions } = await changing();
    for (const password of [goodPassword, 'short']) {
      expect(await change({ current: 'a wrong one', password })).to.deep.equal({ outcome: 'refused' });
    }
    expect(accountStore.accounts.get('acme')).to.deep.equal(account);
    expect(sessionStore.sessions).to.have.length(1);
    expect(estimator.asked).to.deep.equal([]);
    expect(actions()).to.deep.equal(['signed-in']);
  });

  it('tells the faults of a new one, and counts these as no failure', async () => {
    const { change, account, accountStore } = await changing();
    for (let time = 0; time < 11; time += 1) {
      const entry = await change({ password: easyPassword });
      expect(entry).to.have.property('outcome', 'entered');
      expect(entry).to.have.property('result').that.has.property('faults').with.length(1);
    }
    expect(accountStore.accounts.get('acme')).to.deep.equal(account);
  });

  it('takes none that is too much like the current one', async () => {
    const { change, accountStore } = await changing();
    for (const password of [current, `${current}!`, current.toUpperCase()]) {
      const faults = [{ field: 'password', message: 'is too much like the one before' }];
      expect(await change({ password })).to.deep.equal({ outcome: 'entered', result: { faults } });
    }
    expect(accountStore.accounts.get('acme')?.passwordHash).to.equal(hashOf(current));
  });

  it('is blocked like a sign-in', async () => {
    const { change } = await changing();
    for (let failure = 0; failure < 10; failure += 1) await change({ current: 'a wrong one' });
    expect(await change()).to.deep.equal({ outcome: 'blocked', availableInMs: 60_000 });
  });
});
