import { expect } from 'chai';
import { SignInBrake } from '../../../src/domain/account/sign-in-brake.ts';
import { SettableClock } from '../../support/settable-clock.ts';

const ANN = 'ann@example.com';
const MINUTE_MS = 60_000;

function braking() {
  const clock = new SettableClock();
  const brake = new SignInBrake({ clock, addresses: new Map(), accounts: new Map() });
  const fail = (times: number, address: string, email = ANN) => {
    for (let time = 0; time < times; time += 1) brake.recordFailure(address, email);
  };
  return { clock, brake, fail };
}

describe('SignInBrake', () => {
  it('refuses an address from its tenth failure in a minute on, until the first of them is a minute old', () => {
    const { clock, brake } = braking();
    for (let failure = 1; failure < 10; failure += 1) {
      brake.recordFailure('here', `${failure}@example.com`);
      expect(brake.blockedForMs('here'), `after ${failure}`).to.equal(0);
      clock.advance(1000);
    }
    brake.recordFailure('here', ANN);
    const table = [
      [0, 51_000],
      [50_000, 1000],
      [999, 1],
      [1, 0],
    ] as const;
    for (const [afterMs, blockedForMs] of table) {
      clock.advance(afterMs);
      expect(brake.blockedForMs('here')).to.equal(blockedForMs);
    }
    brake.recordFailure('here', ANN);
    expect(brake.blockedForMs('here'), 'the second failure is the first of ten now').to.equal(1000);
    expect(brake.blockedForMs('there')).to.equal(0);
  });

  it('makes everybody wait at an account, half a second more from the sixth failure on, and 4 seconds at most', () => {
    const { brake, fail } = braking();
    const waits = [brake.waitMs(ANN)];
    for (let failure = 0; failure < 15; failure += 1) {
      fail(1, `address ${failure}`);
      waits.push(brake.waitMs(ANN));
    }
    expect(waits).to.deep.equal([
      ...[0, 0, 0, 0, 0, 0, 500, 1000, 1500, 2000, 2500],
      ...[3000, 3500, 4000, 4000, 4000],
    ]);
    expect(brake.waitMs('bob@example.com'), 'another account').to.equal(0);
    for (let failure = 0; failure < 15; failure += 1) {
      expect(brake.blockedForMs(`address ${failure}`), 'one failure of an address').to.equal(0);
    }
  });

  it('forgets each failure at an account when it is 15 minutes old', () => {
    const { clock, brake, fail } = braking();
    fail(1, 'a');
    clock.advance(MINUTE_MS);
    fail(7, 'b');
    expect(brake.waitMs(ANN)).to.equal(1500);
    clock.advance(14 * MINUTE_MS - 1);
    expect(brake.waitMs(ANN)).to.equal(1500);
    clock.advance(1);
    expect(brake.waitMs(ANN)).to.equal(1000);
    clock.advance(MINUTE_MS - 1);
    expect(brake.waitMs(ANN)).to.equal(1000);
    clock.advance(1);
    expect(brake.waitMs(ANN)).to.equal(0);
  });

  it('counts no more than thirteen, so that the wait is over with the first of these', () => {
    const { clock, brake, fail } = braking();
    for (const address of ['a', 'b']) fail(9, address);
    clock.advance(15 * MINUTE_MS - 1);
    fail(9, 'c');
    expect(brake.waitMs(ANN)).to.equal(4000);
    clock.advance(1);
    expect(brake.waitMs(ANN)).to.equal(0);
  });
});
