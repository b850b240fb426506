import { expect } from 'chai';
import { LoadGate } from '../../../src/adapters/http/load-gate.ts';
import { silentLogger } from '../../support/silent-logger.ts';

/** A gate whose ticks come when the test says so, as late as it says. */
function gating(maxInFlight = 3) {
  const log: unknown[] = [];
  let nowMs = 0;
  let tick = () => {};
  const gate = new LoadGate({
    logger: { ...silentLogger, warn: (message, fields) => log.push([message, fields]) },
    maxInFlight,
    elapsedMs: () => nowMs,
    tick: (everyMs, act) => {
      expect(everyMs).to.equal(100);
      tick = act;
    },
  });
  const ticks = (count: number, lateMs: number) => {
    for (let done = 0; done < count; done += 1) {
      nowMs += 100 + lateMs;
      tick();
    }
  };
  /** How many of a hundred requests, one after the other, are let in. */
  const letIn = () => {
    let entered = 0;
    for (let request = 0; request < 100; request += 1) {
      if (!gate.enter()) continue;
      entered += 1;
      gate.leave();
    }
    return entered;
  };
  return { gate, log, ticks, letIn };
}

describe('LoadGate', () => {
  it('lets in as many at once as it may, and another when one has left', () => {
    const { gate } = gating(3);
    const enter = () => gate.enter();
    expect([enter(), enter(), enter(), enter(), enter()]).to.deep.equal([true, true, true, false, false]);
    gate.leave();
    expect([enter(), enter()]).to.deep.equal([true, false]);
  });

  it('lets in all while the loop keeps up, and after a single pause, however long', () => {
    const { ticks, letIn } = gating();
    ticks(20, 250);
    expect(letIn()).to.equal(100);
    ticks(2, 5000);
    ticks(1, 0);
    ticks(2, 5000);
    expect(letIn()).to.equal(100);
  });

  it('turns away a growing share while the loop stays late, never all, and lets in more again once it keeps up', () => {
    const { ticks, letIn } = gating();
    ticks(3, 251);
    expect(letIn()).to.be.within(89, 91);
    ticks(3, 251);
    expect(letIn()).to.be.within(59, 61);
    ticks(50, 251);
    expect(letIn()).to.be.within(9, 11);
    ticks(4, 0);
    expect(letIn()).to.be.within(49, 51);
    ticks(5, 0);
    expect(letIn()).to.equal(100);
  });

  it('says once that it turns requests away, and once that it is over, with how many', () => {
    const { gate, log, ticks } = gating(1);
    gate.enter();
    for (let request = 0; request < 312; request += 1) gate.enter();
    expect(log).to.deep.equal([['overloaded: requests are turned away', { inFlight: 1 }]]);
    ticks(9, 0);
    expect(log).to.have.length(1);
    ticks(1, 0);
    expect(log.slice(1)).to.deep.equal([['no longer overloaded', { turnedAway: 312 }]]);
    ticks(50, 0);
    expect(log).to.have.length(2);
  });
});
