import { expect } from 'chai';
import { spy } from 'sinon';
import { customerDesk, goodPassword, hashOf, origin } from '../support/customer-desk.ts';
import { rejectionOf } from '../support/rejection.ts';
import { unreachable } from '../support/unreliable.ts';

const EMAIL = 'acme@example.com';
const refused = { outcome: 'refused' };

/** A desk with the account of `acme`, and what signs in there. */
async function signing(password: string | null = goodPassword) {
  const desk = customerDesk();
  await desk.open('acme', password);
  const waits: number[] = [];
  const signIn = desk.newSignIn(async (ms) => waits.push(ms));
  const attempt = (facts: { email?: string; password?: string; network?: string } = {}) =>
    signIn.signIn({ email: EMAIL, password: goodPassword, network: '192.0.2.0', ...origin, ...facts });
  return { ...desk, waits, attempt };
}

describe('SignIn', () => {
  it('lets the owner of an account in, however address and password are typed', async () => {
    const { attempt, keepSessions, accountStore, actions } = await signing('Acafé of words');
    for (const typed of ['Acafé of words', 'Ａcafe\u0301 of words']) {
      const entry = await attempt({ email: ' ACME@Example.com ', password: typed });
      if (entry.outcome !== 'entered') throw new Error(entry.outcome);
      const signedIn = await keepSessions.recognize(entry.result);
      expect(signedIn?.account).to.equal(accountStore.accounts.get('acme'));
      expect(signedIn?.session).to.include(origin);
    }
    expect(actions()).to.deep.equal(['signed-in', 'signed-in']);
  });

  it('does the same work for an unknown address as for a wrong password', async () => {
    const wrong = { password: 'not the right one' };
    for (const facts of [wrong, { ...wrong, email: 'nobody@example.com' }, { ...wrong, email: '' }]) {
      const { attempt, hasher, waits, sessionStore, actions } = await signing();
      for (let time = 1; time <= 2; time += 1) {
        expect(await attempt(facts)).to.deep.equal(refused);
        expect(hasher.hashed, 'nobody’s, once').to.have.length(1);
        expect(hasher.verified).to.have.length(time);
      }
      for (const [hash, password] of hasher.verified) {
        expect(hash).to.match(/^\$plain\$./);
        expect(password).to.equal('not the right one');
      }
      expect(waits).to.deep.equal([0, 0]);
      expect(sessionStore.sessions).to.deep.equal([]);
      expect(actions()).to.deep.equal([]);
    }
  });

  it('never lets anybody into an account without a password, whatever it is held against', async () => {
    const { attempt, hasher } = await signing(null);
    expect(await attempt()).to.deep.equal(refused);
    const [nobodys = ''] = hasher.hashed;
    for (const email of [EMAIL, 'nobody@example.com']) {
      expect(await attempt({ email, password: nobodys })).to.deep.equal(refused);
      expect(hasher.verified.at(-1)).to.deep.equal([hashOf(nobodys), nobodys]);
    }
  });

  it('blocks a network after ten failures in a minute, the right password too, and looks at nothing then', async () => {
    const { attempt, hasher, clock, waits } = await signing();
    for (let failure = 0; failure < 10; failure += 1) {
      expect(await attempt({ email: `${failure}@example.com` })).to.deep.equal(refused);
      clock.advance(1000);
    }
    expect(await attempt()).to.deep.equal({ outcome: 'blocked', availableInMs: 50_000 });
    expect(hasher.verified).to.have.length(10);
    expect(waits).to.have.length(10);
    expect(await attempt({ network: '192.0.2.128' })).to.include({ outcome: 'entered' });
    clock.advance(49_999);
    expect(await attempt()).to.deep.equal({ outcome: 'blocked', availableInMs: 1 });
    clock.advance(1);
    expect(await attempt()).to.include({ outcome: 'entered' });
  });

  it('waits before it looks, the longer the more failed at an account, and its owner gets in', async () => {
    for (const email of [EMAIL, 'nobody@example.com']) {
      const { attempt, hasher, waits } = await signing();
      const looks: number[] = [];
      for (let failure = 0; failure < 15; failure += 1) {
        await attempt({ email, password: 'wrong', network: `network ${failure}` });
        looks.push(hasher.verified.length);
      }
      const expected = [0, 0, 0, 0, 0, 0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4000];
      expect(waits, email).to.deep.equal(expected);
      expect(looks).to.deep.equal(expected.map((_, at) => at + 1));
      expect(await attempt()).to.include({ outcome: 'entered' });
      expect(waits.at(-1)).to.equal(email === EMAIL ? 4000 : 0);
    }
  });

  it('does not look before it has waited', async () => {
    const { hasher, newSignIn } = await signing();
    let goOn = () => {};
    const pause = () =>
      new Promise<void>((resolve) => {
        goOn = resolve;
      });
    const entry = newSignIn(pause).signIn({ email: EMAIL, password: goodPassword, network: 'a', ...origin });
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasher.verified).to.deep.equal([]);
    goOn();
    expect(await entry).to.include({ outcome: 'entered' });
  });

  it('counts many at once like many in a row', async () => {
    const { attempt, hasher } = await signing();
    for (let failure = 0; failure < 8; failure += 1) await attempt({ password: 'wrong' });
    const wrong = Array.from({ length: 4 }, (_, index) => attempt({ password: `wrong ${index}` }));
    const entries = await Promise.all([...wrong, attempt()]);
    const blocked = { outcome: 'blocked', availableInMs: 60_000 };
    expect(entries).to.deep.equal([refused, refused, blocked, blocked, blocked]);
    expect(hasher.verified).to.have.length(10);
  });

  it('counts no success as a failure', async () => {
    const { attempt, waits } = await signing();
    for (let time = 0; time < 12; time += 1) expect(await attempt()).to.include({ outcome: 'entered' });
    expect(waits).to.deep.equal(Array.from({ length: 12 }, () => 0));
  });

  it('lets sixty from one network in within a minute, and blocks it then, but no other', async () => {
    const { attempt, hasher, clock } = await signing();
    for (let time = 0; time < 60; time += 1) expect(await attempt()).to.include({ outcome: 'entered' });
    clock.advance(1000);
    expect(await attempt()).to.deep.equal({ outcome: 'blocked', availableInMs: 59_000 });
    expect(hasher.verified).to.have.length(60);
    expect(await attempt({ network: '192.0.2.128' })).to.include({ outcome: 'entered' });
    clock.advance(59_000);
    expect(await attempt()).to.include({ outcome: 'entered' });
  });

  it('hands on no more of what was typed than can be right', async () => {
    const { attempt, accountStore, hasher } = await signing();
    const marks = '\u0300\u0316'.repeat(50_000);
    const looked = spy(accountStore, 'findAccountByEmail');
    for (const facts of [{ email: marks }, { password: marks }, { email: `${EMAIL}${marks}`, password: marks }]) {
      expect(await attempt(facts)).to.deep.equal(refused);
    }
    expect(looked.args).to.deep.equal([[''], [EMAIL], ['']]);
    const lengths = hasher.verified.map(([, password]) => password.length);
    expect(lengths).to.deep.equal([goodPassword.length, 1024, 1024]);
  });

  it('goes on after a store or a hasher that failed', async () => {
    const { attempt, accountStore, hasher } = await signing();
    const { findAccountByEmail } = accountStore;
    const away = unreachable();
    accountStore.findAccountByEmail = () => Promise.reject(away);
    expect(await rejectionOf(attempt())).to.equal(away);
    accountStore.findAccountByEmail = findAccountByEmail;

    const { hash } = hasher;
    const full = new Error('no memory');
    hasher.hash = () => Promise.reject(full);
    expect(await rejectionOf(attempt())).to.equal(full);
    hasher.hash = hash;
    expect(await attempt()).to.include({ outcome: 'entered' });
  });
});
