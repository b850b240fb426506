import { expect } from 'chai';
import fc from 'fast-check';
import type { RateLimiter } from '../../src/domain/ports.ts';
import type { WindowKind } from '../../src/domain/quota/window.ts';
import { SettableClock } from '../support/settable-clock.ts';
import { quotaOf } from './rate-limiter.contract.ts';

export interface TimedRateLimiterAdapter {
  readonly name: string;
  readonly window: WindowKind;
  /** A limiter that goes by this clock. */
  readonly create: (clock: SettableClock) => RateLimiter & { readonly held: number };
}

/** What a RateLimiter promises to the millisecond, where it takes a clock that the test can set. */
export function settableTimeContract({ name, window, create }: TimedRateLimiterAdapter): void {
  const limiting = () => {
    const clock = new SettableClock();
    const limiter = create(clock);
    const consume = (limit: number) => limiter.consume('acme', quotaOf(limit));
    const look = (limit: number) => limiter.look('acme', quotaOf(limit));
    return { clock, limiter, consume, look };
  };

  describe(`${name}, to the millisecond of a ${window} window`, () => {
    it('goes its course, exactly at each step', async () => {
      const { consume, look, clock } = limiting();
      // [pause, accepted, remaining, available in]
      const courses = {
        sliding: [
          [0, true, 2, 60_000],
          [10, true, 1, 59_990],
          [0, true, 0, 59_990],
          [59_989, false, 0, 1],
          [1, true, 0, 10],
          [9, false, 0, 1],
          [1, true, 1, 59_990],
          [60_000, true, 2, 60_000],
        ],
        fixed: [
          [0, true, 2, 60_000],
          [10, true, 1, 59_990],
          [0, true, 0, 59_990],
          [59_989, false, 0, 1],
          [1, true, 2, 60_000],
          [9, true, 1, 59_991],
          [1, true, 0, 59_990],
          [60_000, true, 2, 60_000],
        ],
      } as const;
      for (const [pauseMs, accepted, remaining, availableInMs] of courses[window]) {
        clock.advance(pauseMs);
        const at = `at ${clock.elapsedMs()}`;
        expect(await consume(3), at).to.deep.equal({ accepted, remaining, availableInMs });
        for (const again of ['once', 'twice']) {
          expect(await look(3), `${at}, ${again}`).to.deep.equal({ remaining, availableInMs });
        }
      }
      clock.advance(59_999);
      expect(await look(3)).to.deep.equal({ remaining: 2, availableInMs: 1 });
      clock.advance(1);
      expect(await look(3)).to.deep.equal({ remaining: 3, availableInMs: 0 });
    });

    it('counts no refusal: whoever waits as told gets in, and not a millisecond earlier', async () => {
      const { consume, clock } = limiting();
      for (let request = 0; request < 5; request += 1) {
        await consume(5);
        clock.advance(100);
      }
      for (let round = 0; round < 50; round += 1) {
        const { accepted, availableInMs } = await consume(5);
        expect({ accepted, availableInMs }).to.deep.equal({ accepted: false, availableInMs: 59_500 - 100 * round });
        clock.advance(100);
      }
      clock.advance(59_500 - 5000 - 1);
      expect(await consume(5)).to.include({ accepted: false, availableInMs: 1 });
      clock.advance(1);
      expect(await consume(5)).to.include({ accepted: true });
    });

    it('tells the wait for a limit that has changed', async () => {
      const { consume, clock } = limiting();
      for (let request = 0; request < 3; request += 1) await consume(3);
      clock.advance(1000);
      expect(await consume(5)).to.deep.equal({ accepted: true, remaining: 1, availableInMs: 59_000 });
      expect(await consume(5)).to.deep.equal({ accepted: true, remaining: 0, availableInMs: 59_000 });
      clock.advance(59_000);
      // Of a sliding window the two of the second moment are left.
      const kept = window === 'sliding' ? 2 : 0;
      expect(await consume(4)).to.include({ accepted: true, remaining: 4 - kept - 1 });
    });

    it('holds no more than the subscribers of the last window', async () => {
      const { limiter, clock } = limiting();
      for (let subscriber = 0; subscriber < 500; subscriber += 1) {
        await limiter.consume(`subscriber ${subscriber}`, quotaOf(10));
        clock.advance(1000);
        expect(limiter.held, `after ${subscriber}`).to.be.at.most(60);
      }
      expect(limiter.held).to.equal(60);
    });

    it('accepts no more than the limit in any of its windows, for any sequence of requests', async () => {
      const pauses = fc.array(fc.oneof(fc.nat(5), fc.nat(9000), fc.nat(90_000)), { minLength: 1, maxLength: 80 });
      await fc.assert(
        fc.asyncProperty(pauses, fc.integer({ min: 1, max: 6 }), async (steps, limit) => {
          const { consume, look, clock } = limiting();
          let accepted: number[] = [];
          let opensAtMs = Number.NEGATIVE_INFINITY;
          for (const step of steps) {
            clock.advance(step);
            const nowMs = clock.elapsedMs();
            if (window === 'sliding') opensAtMs = nowMs - 59_999;
            else if (nowMs - opensAtMs >= 60_000) opensAtMs = nowMs;
            accepted = accepted.filter((atMs) => atMs >= opensAtMs);
            const expected = accepted.length < limit;
            expect(await look(limit)).to.include({ remaining: limit - accepted.length });
            if (expected) accepted.push(nowMs);
            const { accepted: isIn, remaining, availableInMs } = await consume(limit);
            expect(await look(limit)).to.deep.equal({ remaining, availableInMs });
            expect({ isIn, remaining }).to.deep.equal({ isIn: expected, remaining: limit - accepted.length });
          }
        }),
        { numRuns: 60 },
      );
    });
  });
}
