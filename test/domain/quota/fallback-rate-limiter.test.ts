import { expect } from 'chai';
import { stub } from 'sinon';
import { ServiceError } from '../../../src/domain/errors.ts';
import type { RateLimiter } from '../../../src/domain/ports.ts';
import { FallbackRateLimiter } from '../../../src/domain/quota/fallback-rate-limiter.ts';
import { SettableClock } from '../../support/settable-clock.ts';

const quota = { limit: 7, windowSeconds: 60 };
const away = new ServiceError('STORE_UNAVAILABLE', 'away');
const accepted = (remaining: number) => ({ accepted: true, remaining, availableInMs: 60_000 });
const left = (remaining: number, availableInMs = 60_000) => ({ remaining, availableInMs });
const refused = (availableInMs: number) => ({ accepted: false, remaining: 0, availableInMs });

function limiting() {
  const clock = new SettableClock();
  const limiterOf = () => ({ consume: stub(), look: stub(), isUp: stub(), close: stub().resolves() });
  const [shared, own] = [limiterOf(), limiterOf()];
  shared.consume.resolves(accepted(5));
  own.consume.resolves(accepted(3));
  shared.look.resolves(left(5));
  own.look.resolves(left(3));
  const parts = { shared: shared as RateLimiter, own: own as RateLimiter, lastWords: new Map(), clock };
  const limiter = new FallbackRateLimiter(parts);
  const consume = (id = 'acme') => limiter.consume(id, quota);
  const look = (id = 'acme') => limiter.look(id, quota);
  return { clock, shared, own, limiter, consume, look };
}

describe('FallbackRateLimiter', () => {
  it('goes by the shared count, whatever its own says, and lets its own follow', async () => {
    const { shared, own, consume } = limiting();
    own.consume.resolves(refused(1));
    expect(await consume()).to.deep.equal(accepted(5));
    expect(shared.consume.args).to.deep.equal([['acme', quota]]);
    expect(own.consume.args).to.deep.equal([['acme', quota]]);
  });

  it('counts nothing of its own for what the shared count refused', async () => {
    const { shared, own, consume } = limiting();
    shared.consume.resolves(refused(1000));
    expect(await consume()).to.deep.equal(refused(1000));
    expect(own.consume.callCount).to.equal(0);
  });

  it('holds the limit by itself while the shared count is away, and shares again when it is back', async () => {
    const { shared, own, consume } = limiting();
    shared.consume.rejects(away);
    expect(await consume()).to.deep.equal(accepted(3));
    own.consume.resolves(refused(20));
    expect(await consume()).to.deep.equal(refused(20));
    shared.consume.resolves(accepted(6));
    expect(await consume()).to.deep.equal(accepted(6));
  });

  it('refuses whoever the shared count refused before it went, for as long as they were told', async () => {
    const { clock, shared, own, consume } = limiting();
    shared.consume.resolves(refused(1000));
    await consume();
    shared.consume.rejects(away);
    clock.advance(999);
    expect(await consume()).to.deep.equal(refused(1));
    expect(await consume('other')).to.deep.equal(accepted(3));
    expect(own.consume.args).to.deep.equal([['other', quota]]);
    clock.advance(1);
    expect(await consume()).to.deep.equal(accepted(3));
  });

  it('accepts no more than the shared count left, while that was a moment ago', async () => {
    const { clock, shared, consume } = limiting();
    shared.consume.resolves({ accepted: true, remaining: 2, availableInMs: 30_000 });
    await consume();
    shared.consume.rejects(away);
    expect([await consume(), await consume()]).to.deep.equal([accepted(3), accepted(3)]);
    clock.advance(1999);
    expect(await consume()).to.deep.equal(refused(28_001));
    clock.advance(1);
    expect(await consume()).to.deep.equal(accepted(3));
  });

  it('goes by its own count as soon as more is available by what the shared one said', async () => {
    const { clock, shared, consume } = limiting();
    shared.consume.resolves({ accepted: true, remaining: 0, availableInMs: 100 });
    await consume();
    shared.consume.rejects(away);
    clock.advance(99);
    expect(await consume()).to.deep.equal(refused(1));
    clock.advance(1);
    expect(await consume()).to.deep.equal(accepted(3));
  });

  it('heeds what the shared count says anew, and takes nothing off for what its own refused', async () => {
    const { shared, own, consume } = limiting();
    const leavesOne = { accepted: true, remaining: 1, availableInMs: 30_000 };
    shared.consume.onCall(0).resolves(leavesOne).onCall(1).rejects(away).onCall(2).resolves(leavesOne);
    shared.consume.rejects(away);
    own.consume.onCall(2).resolves(refused(5));
    expect([await consume(), await consume()]).to.deep.equal([leavesOne, accepted(3)]);
    expect(await consume()).to.deep.equal(leavesOne);
    expect(await consume()).to.deep.equal(accepted(3));
    expect(await consume()).to.deep.equal(refused(30_000));
  });

  it('looks at the shared count, and counts nothing anywhere', async () => {
    const { shared, own, look } = limiting();
    expect(await look()).to.deep.equal(left(5));
    expect(shared.look.args).to.deep.equal([['acme', quota]]);
    expect([shared, own].map(({ consume }) => consume.callCount)).to.deep.equal([0, 0]);
    expect(own.look.callCount).to.equal(0);
  });

  it('looks at what it would decide by itself while the shared count is away', async () => {
    const leaves = (remaining: number) => ({ accepted: true, ...left(remaining, 30_000) });
    // [last word, how long ago, left by its own, what is looked at]
    const table = [
      [undefined, 0, left(3), left(3)],
      [undefined, 0, left(7, 0), left(7, 0)],
      [leaves(2), 1999, left(3), left(2, 28_001)],
      [leaves(2), 1999, left(7, 0), left(2, 28_001)],
      [leaves(2), 2000, left(3), left(3)],
      [leaves(3), 10, left(3), left(3)],
      [leaves(5), 10, left(3), left(3)],
      [leaves(5), 10, left(0, 400), left(0, 400)],
      [leaves(0), 10, left(0, 400), left(0, 29_990)],
      [{ accepted: true, ...left(0, 100) }, 99, left(3), left(0, 1)],
      [{ accepted: true, ...left(0, 100) }, 100, left(3), left(3)],
      [refused(5000), 4999, left(3), left(0, 1)],
      [refused(5000), 4999, left(0, 400), left(0, 1)],
      [refused(5000), 5000, left(3), left(3)],
    ] as const;
    for (const [row, [lastWord, agoMs, byItsOwn, expected]] of table.entries()) {
      const { clock, shared, own, consume, look } = limiting();
      if (lastWord) {
        shared.consume.resolves(lastWord);
        await consume();
      }
      clock.advance(agoMs);
      shared.look.rejects(away);
      own.look.resolves(byItsOwn);
      expect([await look(), await look()], `row ${row}`).to.deep.equal([expected, expected]);
      expect(await look('other'), `row ${row}`).to.deep.equal(byItsOwn);
    }
  });

  it('looks at what is left of the last word after what it accepted by itself', async () => {
    const { shared, consume, look } = limiting();
    shared.consume.resolves({ accepted: true, ...left(2, 30_000) });
    await consume();
    for (const method of [shared.consume, shared.look]) method.rejects(away);
    const seen = [await look()];
    for (let request = 0; request < 3; request += 1) {
      await consume();
      seen.push(await look());
    }
    expect(seen).to.deep.equal([2, 1, 0, 0].map((remaining) => left(remaining, 30_000)));
  });

  it('hides no fault of ours', async () => {
    const { shared, consume, look } = limiting();
    const fault = new TypeError('a fault of ours');
    for (const method of [shared.consume, shared.look]) method.rejects(fault);
    for (const call of [consume, look]) expect(await call().catch((error: unknown) => error)).to.equal(fault);
  });

  it('is up as the shared count is, and closes both', async () => {
    const { shared, own, limiter } = limiting();
    for (const isUp of [true, false]) {
      shared.isUp.resolves(isUp);
      expect(await limiter.isUp()).to.equal(isUp);
    }
    await limiter.close();
    expect([shared.close.callCount, own.close.callCount]).to.deep.equal([1, 1]);
  });
});
