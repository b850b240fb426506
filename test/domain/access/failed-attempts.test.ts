import { expect } from 'chai';
import { FailedAttempts } from '../../../src/domain/access/failed-attempts.ts';
import { SettableClock } from '../../support/settable-clock.ts';

describe('FailedAttempts', () => {
  it('blocks an address from the 30th failure on, until the oldest of them is a minute old', () => {
    const clock = new SettableClock();
    const attempts = new FailedAttempts(clock, new Map(), 30);
    expect(attempts.blockedForMs('a')).to.equal(0);
    for (let failure = 1; failure < 30; failure += 1) {
      attempts.record('a');
      clock.advance(100);
    }
    expect(attempts.blockedForMs('a')).to.equal(0);
    attempts.record('a');
    expect(attempts.blockedForMs('a')).to.equal(60_000 - 2900);
    expect(attempts.blockedForMs('b')).to.equal(0);
    clock.advance(60_000 - 2901);
    expect(attempts.blockedForMs('a')).to.equal(1);
    clock.advance(1);
    expect(attempts.blockedForMs('a')).to.equal(0);
    attempts.record('a');
    expect(attempts.blockedForMs('a')).to.equal(100);
  });

  it('forgets an address with the map that it was given', () => {
    const windows = new Map();
    const attempts = new FailedAttempts(new SettableClock(), windows, 30);
    for (let failure = 0; failure < 40; failure += 1) attempts.record('a');
    expect(attempts.blockedForMs('a')).to.equal(60_000);
    windows.delete('a');
    expect(attempts.blockedForMs('a')).to.equal(0);
  });
});
