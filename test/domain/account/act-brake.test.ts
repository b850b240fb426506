import { expect } from 'chai';
import { ActBrake } from '../../../src/domain/account/act-brake.ts';
import { SettableClock } from '../../support/settable-clock.ts';

function braking(acts: number) {
  const clock = new SettableClock();
  const windows = new Map();
  return { clock, windows, brake: new ActBrake({ clock, windows, acts }) };
}

describe('ActBrake', () => {
  it('allows so many acts in any minute, and says when the next one is', () => {
    const { clock, brake } = braking(3);
    const table = [
      [0, 0],
      [10_000, 0],
      [10_000, 0],
      [10_000, 30_000],
      [29_999, 1],
      [1, 0],
      [0, 10_000],
      [10_000, 0],
      [10_000, 0],
      [0, 40_000],
    ] as const;
    for (const [index, [afterMs, waitMs]] of table.entries()) {
      clock.advance(afterMs);
      expect(brake.waitMs('acme'), `act ${index + 1}`).to.equal(waitMs);
    }
  });

  it('counts no act that it does not allow', () => {
    const { clock, brake } = braking(1);
    expect(brake.waitMs('acme')).to.equal(0);
    for (let second = 60; second > 0; second -= 1) {
      expect(brake.waitMs('acme')).to.equal(second * 1000);
      clock.advance(1000);
    }
    expect(brake.waitMs('acme')).to.equal(0);
  });

  it('counts each customer’s own', () => {
    const { windows, brake } = braking(1);
    expect(['acme', 'beta', 'acme', 'beta'].map((whose) => brake.waitMs(whose))).to.deep.equal([0, 0, 60_000, 60_000]);
    expect([...windows.keys()]).to.deep.equal(['acme', 'beta']);
    windows.delete('acme');
    expect(brake.waitMs('acme'), 'who was forgotten begins anew').to.equal(0);
  });
});
