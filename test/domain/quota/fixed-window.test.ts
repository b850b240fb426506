import { expect } from 'chai';
import { FixedWindow } from '../../../src/domain/quota/fixed-window.ts';

describe('FixedWindow', () => {
  it('opens at the first request, and anew at the first one after its end', () => {
    const window = new FixedWindow(60_000);
    // [time, limit, accepted, remaining, available in]
    const table = [
      [500, 2, true, 1, 60_000],
      [600, 2, true, 0, 59_900],
      [60_499, 2, false, 0, 1],
      [60_500, 2, true, 1, 60_000],
      [60_500, 2, true, 0, 60_000],
      [60_501, 2, false, 0, 59_999],
      [60_502, 3, true, 0, 59_998],
      [60_503, 1, false, 0, 59_997],
      [500_000, 1, true, 0, 60_000],
    ] as const;
    for (const [nowMs, limit, accepted, remaining, availableInMs] of table) {
      expect(window.consume(nowMs, limit), `at ${nowMs}`).to.deep.equal({ accepted, remaining, availableInMs });
    }
  });

  it('looks without counting', () => {
    const window = new FixedWindow(1000);
    expect(window.look(0, 3)).to.deep.equal({ remaining: 3, availableInMs: 0 });
    for (const nowMs of [100, 150, 150]) window.consume(nowMs, 3);
    // [time, limit, remaining, available in]
    const table = [
      [150, 5, 2, 950],
      [150, 5, 2, 950],
      [200, 3, 0, 900],
      [200, 1, 0, 900],
      [1099, 4, 1, 1],
      [1100, 4, 4, 0],
      [5000, 1, 1, 0],
    ] as const;
    for (const [nowMs, limit, remaining, availableInMs] of table) {
      expect(window.look(nowMs, limit), `at ${nowMs}`).to.deep.equal({ remaining, availableInMs });
    }
    expect(window.consume(5000, 1), 'it opens no window').to.include({ accepted: true, availableInMs: 1000 });
  });

  it('is idle before it opens and once it has closed', () => {
    const window = new FixedWindow(1000);
    expect(window.isIdle(0)).to.equal(true);
    window.consume(0, 1);
    expect(window.isIdle(999)).to.equal(false);
    expect(window.isIdle(1000)).to.equal(true);
  });
});
