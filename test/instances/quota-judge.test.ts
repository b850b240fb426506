import { expect } from 'chai';
import fc from 'fast-check';
import { FixedWindow } from '../../src/domain/quota/fixed-window.ts';
import { SlidingWindow } from '../../src/domain/quota/sliding-window.ts';
import type { Window } from '../../src/domain/quota/window.ts';
import { type Attempt, judge } from '../support/quota-judge.ts';

const windowMs = 1000;

interface Step {
  readonly pauseMs: number;
  readonly wayThereMs: number;
  readonly wayBackMs: number;
}

/** What callers see of a limiter that counts each request some time after its start and some time before its end. */
function attemptsAt(window: Window, limit: number, steps: readonly Step[]): Attempt[] {
  let nowMs = 5000;
  return steps.map(({ pauseMs, wayThereMs, wayBackMs }) => {
    nowMs += pauseMs;
    const { accepted } = window.consume(nowMs, limit);
    return { startMs: nowMs - wayThereMs, endMs: nowMs + wayBackMs, accepted };
  });
}

const steps = fc.array(
  fc.record({
    pauseMs: fc.oneof(fc.constant(0), fc.nat(20), fc.nat(windowMs), fc.constant(windowMs)),
    wayThereMs: fc.nat(60),
    wayBackMs: fc.nat(60),
  }),
  { maxLength: 120 },
);
const limits = fc.integer({ min: 1, max: 6 });

describe('the judge of quotas', () => {
  it('never objects to an exact sliding window, whatever the ways to it', () => {
    fc.assert(
      fc.property(steps, limits, (taken, limit) => {
        const attempts = attemptsAt(new SlidingWindow(windowMs), limit, taken);
        const { excess, groundless, accepted, refused } = judge(attempts, { limit, windowMs });
        expect({ excess, groundless, all: accepted + refused }).to.deep.equal({
          excess: 0,
          groundless: 0,
          all: taken.length,
        });
      }),
      { numRuns: 300 },
    );
  });

  it('finds out one request too many, one millisecond too early, and one refusal without a reason', () => {
    const at = (ms: number, accepted = true): Attempt => ({ startMs: ms, endMs: ms, accepted });
    const of = (...attempts: Attempt[]) => judge(attempts, { limit: 2, windowMs });
    const fine = [at(0), at(10), at(999, false), at(1000), at(1009, false), at(1010)];
    expect(of(...fine)).to.deep.equal({ accepted: 4, refused: 2, excess: 0, shortestMs: 1000, groundless: 0 });
    expect(of(at(0), at(10), at(999))).to.deep.include({ excess: 1, shortestMs: 999 });
    expect(of(at(0), at(10), at(1000, false))).to.deep.include({ excess: 0, groundless: 1 });
    expect(of(at(0), at(10), at(20))).to.deep.include({ excess: 1, shortestMs: 20 });
    expect(of(at(0), at(1, false))).to.deep.include({ excess: 0, shortestMs: Number.POSITIVE_INFINITY, groundless: 1 });
  });

  it('finds out a fixed window by a burst at its edge', () => {
    const limit = 10;
    const still = (pauseMs: number): Step => ({ pauseMs, wayThereMs: 5, wayBackMs: 5 });
    const burst = Array.from({ length: 2 * limit }, () => still(1));
    const attempts = attemptsAt(new FixedWindow(windowMs), limit, [still(0), still(windowMs - limit), ...burst]);
    const { excess, shortestMs } = judge(attempts, { limit, windowMs });
    expect(excess).to.be.at.least(limit - 1);
    expect(shortestMs).to.be.below(50);
  });
});
