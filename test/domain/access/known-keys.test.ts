import { expect } from 'chai';
import { KnownKeys } from '../../../src/domain/access/known-keys.ts';
import { keyOf, subscriberOf } from '../../support/builders.ts';
import { SettableClock } from '../../support/settable-clock.ts';

const credential = { key: keyOf(), subscriber: subscriberOf() };
const verified = (clock: SettableClock) => ({ credential, atMs: clock.elapsedMs() });

describe('KnownKeys', () => {
  it('knows a key for less than 15 minutes after its last verification', () => {
    const clock = new SettableClock();
    const known = new KnownKeys(clock, new Map());
    expect(known.recall('one')).to.equal(undefined);
    known.remember('one', verified(clock));
    clock.advance(15 * 60_000 - 1);
    expect(known.recall('one')).to.have.property('credential', credential);
    expect(known.recall('other')).to.equal(undefined);
    clock.advance(1);
    expect(known.recall('one')).to.equal(undefined);

    known.remember('one', verified(clock));
    clock.advance(10 * 60_000);
    known.remember('one', verified(clock));
    clock.advance(10 * 60_000);
    expect(known.recall('one')).to.have.property('credential', credential);
  });

  it('tells when any key was last verified', () => {
    const clock = new SettableClock();
    const known = new KnownKeys(clock, new Map());
    expect(known.lastVerifiedAtMs).to.equal(undefined);
    clock.advance(7);
    known.remember('one', verified(clock));
    expect(known.lastVerifiedAtMs).to.equal(clock.elapsedMs());
  });

  it('forgets a key that turned out to be invalid', () => {
    const clock = new SettableClock();
    const known = new KnownKeys(clock, new Map());
    known.remember('one', verified(clock));
    known.forget('one');
    expect(known.recall('one')).to.equal(undefined);
  });
});
