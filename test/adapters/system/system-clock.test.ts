import { expect } from 'chai';
import { SystemClock } from '../../../src/adapters/system/system-clock.ts';

describe('SystemClock', () => {
  it('tells whole milliseconds: the time of day, and one that never goes back', () => {
    const clock = new SystemClock();
    const before = Date.now();
    expect(clock.nowMs()).to.be.within(before, before + 1000);
    let latest = clock.elapsedMs();
    for (let look = 0; look < 10_000; look += 1) {
      const now = clock.elapsedMs();
      expect(Number.isInteger(now) && now >= latest).to.equal(true);
      latest = now;
    }
  });
});
