import { expect } from 'chai';
import { spy } from 'sinon';
import { isToken } from '../../src/domain/account/secret-token.ts';
import { customerDesk, goodPassword, hashOf, origin } from '../support/customer-desk.ts';
import { rejectionOf } from '../support/rejection.ts';
import { unreachable } from '../support/unreliable.ts';

const HOUR_MS = 3_600_000;

/** A desk at which `acme` just signed in. */
async function signedIn() {
  const desk = customerDesk();
  const account = await desk.open('acme', goodPassword);
  const token = await desk.keepSessions.begin(account, origin);
  return { ...desk, account, token };
}

describe('KeepSessions', () => {
  it('begins a session, keeps its digest alone, and notes it', async () => {
    const { token, digester, clock, sessionStore, auditTrail } = await signedIn();
    expect(isToken(token)).to.equal(true);
    const [session] = sessionStore.sessions;
    expect(session).to.deep.equal({
      id: session?.id,
      digest: digester.digest(token),
      subscriberId: 'acme',
      passwordDigest: digester.digest(hashOf(goodPassword)),
      createdAtMs: clock.nowMs(),
      lastSeenAtMs: clock.nowMs(),
      ...origin,
    });
    expect(session?.id).to.match(/^ses_[0-9A-Za-z]{16}$/);
    const noted = { subscriberId: 'acme', action: 'signed-in', subject: 'Firefox', name: null, address: '192.0.2.1' };
    expect(auditTrail.events[0]).to.deep.include(noted);
  });

  it('cuts off what a browser says of itself, between characters', async () => {
    const { keepSessions, account, sessionStore, auditTrail } = await signedIn();
    await keepSessions.begin(account, { ...origin, browser: '😀'.repeat(201) });
    expect(sessionStore.sessions[1]?.browser).to.equal('😀'.repeat(200));
    expect(auditTrail.events[1]?.subject).to.equal('😀'.repeat(200));
  });

  it('recognizes who is signed in, as they are now', async () => {
    const { keepSessions, token, keyStore, accountStore, sessionStore } = await signedIn();
    await keyStore.changeSubscriber('acme', { status: 'suspended' });
    await accountStore.setEmail('acme', 'new@example.com');
    expect(await keepSessions.recognize(token)).to.deep.equal({
      session: sessionStore.sessions[0],
      account: { subscriberId: 'acme', email: 'new@example.com', passwordHash: hashOf(goodPassword) },
      subscriber: keyStore.subscribers.get('acme'),
    });
  });

  it('recognizes nobody by another text, nor where the account or the subscriber is gone', async () => {
    const { keepSessions, token, accountStore, keyStore, account } = await signedIn();
    for (const text of ['', token.slice(1), `${token}\n`, 'a'.repeat(43)]) {
      expect(await keepSessions.recognize(text)).to.equal(undefined);
    }
    accountStore.accounts.delete('acme');
    expect(await keepSessions.recognize(token)).to.equal(undefined);
    accountStore.accounts.set('acme', account);
    keyStore.subscribers.delete('acme');
    expect(await keepSessions.recognize(token)).to.equal(undefined);
  });

  it('recognizes nobody once the account has another password, whatever it was begun by', async () => {
    const { keepSessions, token, account, accountStore } = await signedIn();
    for (const passwordHash of [hashOf(`${goodPassword} `), `${hashOf(goodPassword)}$`]) {
      await accountStore.setPasswordHash('acme', passwordHash);
      expect(await keepSessions.recognize(token), passwordHash).to.equal(undefined);
    }
    const late = await keepSessions.begin(account, origin);
    expect(await keepSessions.recognize(late), 'who was known by the one before').to.equal(undefined);
    const early = await keepSessions.begin(accountStore.accounts.get('acme')!, origin);
    expect(await keepSessions.recognize(early)).to.be.an('object');
  });

  it('ends the oldest of a subscriber’s where a 51st begins, and no other', async () => {
    const { keepSessions, account, open, token, sessionStore, actions } = await signedIn();
    const betas = await keepSessions.begin(await open('beta', goodPassword), origin);
    const tokens = [token];
    while (tokens.length < 50) tokens.push(await keepSessions.begin(account, origin));
    const live = async () => Promise.all(tokens.map(async (each) => Boolean(await keepSessions.recognize(each))));
    expect(await live(), 'fifty').to.deep.equal(Array.from({ length: 50 }, () => true));
    for (const ended of [1, 2, 3]) {
      tokens.push(await keepSessions.begin(account, origin));
      expect(await live()).to.deep.equal(tokens.map((_, at) => at >= ended));
      expect(sessionStore.sessions).to.have.length(51);
    }
    expect(await keepSessions.recognize(betas)).to.be.an('object');
    expect(actions().filter((action) => action !== 'signed-in')).to.deep.equal([]);
  });

  it('does not go on by a page that asks by itself', async () => {
    const { keepSessions, token, clock, sessionStore } = await signedIn();
    const seen = spy(sessionStore, 'seeSession');
    for (let hour = 1; hour < 12; hour += 1) {
      clock.advance(HOUR_MS);
      expect(await keepSessions.recognize(token, { isVisit: false })).to.be.an('object');
    }
    expect(seen.args).to.deep.equal([]);
    clock.advance(HOUR_MS);
    expect(await keepSessions.recognize(token, { isVisit: false })).to.equal(undefined);
  });

  it('sees it anew once a minute, so that it goes on, and ends when twelve hours pass without it', async () => {
    const { keepSessions, token, account, clock, sessionStore } = await signedIn();
    const beganAtMs = clock.nowMs();
    const seenAfterMs = () => sessionStore.sessions[0]!.lastSeenAtMs - beganAtMs;
    for (const [afterMs, expected] of [
      [59_999, 0],
      [1, 60_000],
      [59_999, 60_000],
      [12 * HOUR_MS - 60_000, 12 * HOUR_MS + 59_999],
    ] as const) {
      clock.advance(afterMs);
      expect(await keepSessions.recognize(token)).to.be.an('object');
      expect(seenAfterMs()).to.equal(expected);
    }
    clock.advance(12 * HOUR_MS);
    expect(await keepSessions.recognize(token)).to.equal(undefined);
    expect(await keepSessions.list(account)).to.deep.equal([]);
  });

  it('is not kept from a page by a time that can’t be written', async () => {
    const { keepSessions, token, clock, sessionStore } = await signedIn();
    const seen = Promise.reject(unreachable());
    const taken = spy(seen, 'catch');
    sessionStore.seeSession = () => seen;
    clock.advance(60_000);
    expect(await keepSessions.recognize(token)).to.be.an('object');
    expect(taken.callCount, 'the rejection is taken').to.equal(1);
  });

  it('lists the live ones of a subscriber, the latest sign-in first', async () => {
    const { keepSessions, account, open, clock } = await signedIn();
    clock.advance(6 * HOUR_MS);
    for (const browser of ['Chrome', 'Safari']) await keepSessions.begin(account, { ...origin, browser });
    await keepSessions.begin(await open('beta'), origin);
    const browsers = async () => (await keepSessions.list(account)).map(({ browser }) => browser);
    expect(await browsers()).to.deep.equal(['Safari', 'Chrome', 'Firefox']);
    clock.advance(6 * HOUR_MS);
    expect(await browsers()).to.deep.equal(['Safari', 'Chrome']);
    expect(await keepSessions.list({ ...account, passwordHash: 'of another password' })).to.deep.equal([]);
  });

  it('signs out of one, and ends another; nobody ends those of others', async () => {
    const { keepSessions, account, open, token, sessionStore, auditTrail } = await signedIn();
    const other = await keepSessions.begin(account, { ...origin, browser: 'Chrome' });
    const betas = await keepSessions.begin(await open('beta'), origin);
    const [acmes, second] = sessionStore.sessions;
    const beta = { subscriberId: 'beta', address: '192.0.2.9' };
    const refusal = { code: 'NOT_FOUND', message: 'The customer has no such session.' };
    expect(await rejectionOf(keepSessions.end(beta, acmes!.id))).to.deep.include(refusal);
    await keepSessions.end({ subscriberId: 'acme', address: '192.0.2.9' }, second!.id);
    expect(await rejectionOf(keepSessions.end({ ...beta, subscriberId: 'acme' }, second!.id))).to.include(refusal);
    expect(await keepSessions.recognize(other)).to.equal(undefined);
    expect(await keepSessions.recognize(token)).to.be.an('object');
    await keepSessions.signOut(acmes!, '192.0.2.8');
    expect(await keepSessions.recognize(token)).to.equal(undefined);
    expect(sessionStore.sessions.map(({ subscriberId }) => subscriberId)).to.deep.equal(['beta']);
    expect(isToken(betas)).to.equal(true);
    expect(auditTrail.events.slice(3).map(({ id, atMs, ...event }) => event)).to.deep.equal([
      { subscriberId: 'acme', action: 'session-ended', subject: 'Chrome', name: null, address: '192.0.2.9' },
      { subscriberId: 'acme', action: 'signed-out', subject: 'Firefox', name: null, address: '192.0.2.8' },
    ]);
  });
});
