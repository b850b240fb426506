import { expect } from 'chai';
import fc from 'fast-check';
import { SlidingWindow } from '../../../src/domain/quota/sliding-window.ts';

describe('SlidingWindow', () => {
  it('accepts up to the limit, and more as the oldest leave', () => {
    const window = new SlidingWindow(60_000);
    // [time, accepted, remaining, available in]
    const table = [
      [0, true, 2, 60_000],
      [10, true, 1, 59_990],
      [10, true, 0, 59_990],
      [20, false, 0, 59_980],
      [59_999, false, 0, 1],
      [60_000, true, 0, 10],
      [60_009, false, 0, 1],
      [60_010, true, 1, 59_990],
      [60_010, true, 0, 59_990],
      [60_011, false, 0, 59_989],
      [200_000, true, 2, 60_000],
    ] as const;
    for (const [nowMs, accepted, remaining, availableInMs] of table) {
      expect(window.consume(nowMs, 3), `at ${nowMs}`).to.deep.equal({ accepted, remaining, availableInMs });
    }
  });

  it('looks without counting', () => {
    const window = new SlidingWindow(60_000);
    expect(window.look(5, 2)).to.deep.equal({ remaining: 2, availableInMs: 0 });
    window.consume(5, 2);
    expect(window.look(6, 2)).to.deep.equal({ remaining: 1, availableInMs: 59_999 });
    expect(window.look(6, 2)).to.deep.equal({ remaining: 1, availableInMs: 59_999 });
    expect(window.look(60_004, 2)).to.deep.equal({ remaining: 1, availableInMs: 1 });
    expect(window.look(60_005, 2)).to.deep.equal({ remaining: 2, availableInMs: 0 });
  });

  it('waits for as many to leave as a lowered limit asks for', () => {
    const window = new SlidingWindow(1000);
    for (const nowMs of [0, 0, 100, 200, 300, 350, 370]) window.consume(nowMs, 7);
    // [limit, remaining, available in]
    const table = [
      [1, 0, 970],
      [2, 0, 950],
      [4, 0, 800],
      [6, 0, 600],
      [7, 0, 600],
      [9, 2, 600],
    ] as const;
    for (const [limit, remaining, availableInMs] of table) {
      expect(window.look(400, limit), `of ${limit}`).to.deep.equal({ remaining, availableInMs });
    }
    expect(window.consume(400, 4)).to.deep.equal({ accepted: false, remaining: 0, availableInMs: 800 });
    expect(window.consume(1199, 4).accepted).to.equal(false);
    expect(window.consume(1200, 4)).to.deep.equal({ accepted: true, remaining: 0, availableInMs: 100 });
    expect(window.look(1200, 6)).to.deep.equal({ remaining: 2, availableInMs: 100 });
  });

  it('is idle once the last accepted request has left', () => {
    const window = new SlidingWindow(1000);
    expect(window.isIdle(0)).to.equal(true);
    window.consume(0, 9);
    window.consume(500, 9);
    expect(window.isIdle(1499)).to.equal(false);
    expect(window.isIdle(1500)).to.equal(true);
  });

  it('accepts no more than the limit in any span, and whoever waits as told gets in', () => {
    const pauses = fc.array(fc.oneof(fc.nat(5), fc.nat(40), fc.nat(250)), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(pauses, fc.integer({ min: 1, max: 12 }), (steps, limit) => {
        const window = new SlidingWindow(100);
        const accepted: number[] = [];
        let nowMs = 0;
        for (const step of steps) {
          nowMs += step;
          const { accepted: isIn, remaining, availableInMs } = window.consume(nowMs, limit);
          if (isIn) accepted.push(nowMs);
          const inSpan = accepted.filter((atMs) => atMs > nowMs - 100);
          expect(inSpan.length).to.be.at.most(limit);
          expect(remaining).to.equal(limit - inSpan.length);
          expect(isIn || inSpan.length === limit).to.equal(true);
          expect(availableInMs).to.be.within(1, 100);
          if (isIn) continue;
          expect(window.look(nowMs + availableInMs - 1, limit).remaining).to.equal(0);
          nowMs += availableInMs;
          expect(window.consume(nowMs, limit).accepted).to.equal(true);
          accepted.push(nowMs);
        }
      }),
    );
  });

  it('goes on exactly while its ring grows, wraps and shrinks', () => {
    const window = new SlidingWindow(1000);
    const log: number[] = [];
    let nowMs = 0;
    for (const [requests, step] of [
      [700, 1],
      [20, 90],
      [300, 3],
      [5, 999],
      [2000, 1],
      [3, 500],
    ] as const) {
      for (let request = 0; request < requests; request += 1) {
        nowMs += step;
        const { accepted, remaining, availableInMs } = window.consume(nowMs, 600);
        const live = log.filter((atMs) => atMs > nowMs - 1000);
        expect(accepted).to.equal(live.length < 600);
        if (accepted) live.push(nowMs);
        log.splice(0, log.length, ...live);
        expect(remaining).to.equal(600 - live.length);
        expect(availableInMs).to.equal((live[0] ?? 0) + 1000 - nowMs);
      }
    }
  });

  it('holds a million requests of one millisecond in one entry', () => {
    const window = new SlidingWindow(60_000);
    for (let request = 0; request < 1_000_000; request += 1) window.consume(7, 1e9);
    expect(window.slots).to.equal(8);
    expect(window.look(7, 1e9)).to.deep.equal({ remaining: 1e9 - 1_000_000, availableInMs: 60_000 });
    expect(window.look(60_007, 1e9)).to.deep.equal({ remaining: 1e9, availableInMs: 0 });
  });

  it('takes room for what the window holds, twice that while it grows, and gives it back', () => {
    const window = new SlidingWindow(1000);
    const room = (nowMs: number) => {
      window.consume(nowMs, 1e9);
      return window.slots;
    };
    const grown = Array.from({ length: 1000 }, (_, nowMs) => room(nowMs));
    expect([grown[0], grown[7], grown[8], grown[16], grown[511], grown[512], grown[999]]).to.deep.equal([
      8, 8, 16, 32, 512, 1024, 1024,
    ]);
    expect(room(5000)).to.equal(256); // nothing was left of 1,024: a quarter stays
    expect(room(5001)).to.equal(64);
    expect(room(5002)).to.equal(16);
    expect([room(5003), room(5004), room(5005)]).to.deep.equal([16, 16, 16]);
    expect(room(9000)).to.equal(8);
    expect(room(19_000)).to.equal(8);
  });
});
