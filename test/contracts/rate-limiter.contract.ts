import { expect } from 'chai';
import fc from 'fast-check';
import type { RateLimiter } from '../../src/domain/ports.ts';
import { QuotaPolicy } from '../../src/domain/quota/quota-policy.ts';
import type { WindowKind } from '../../src/domain/quota/window.ts';
import { SettableClock } from '../support/settable-clock.ts';

const CALLERS = 32;

export interface RateLimiterAdapter {
  readonly name: string;
  readonly window: WindowKind;
  /** A limiter that has counted nothing yet, and how many subscribers it holds counts of. */
  readonly create: (clock: SettableClock) => { readonly limiter: RateLimiter; readonly held: () => number };
}

export function policyOf(requestsPerMinute: number): QuotaPolicy {
  return new QuotaPolicy({ id: `plan-${requestsPerMinute}`, apiAccess: true, requestsPerMinute });
}

/** What every RateLimiter promises, by the window that it counts in. */
export function rateLimiterContract({ name, window, create }: RateLimiterAdapter): void {
  const limiting = () => {
    const clock = new SettableClock();
    return { clock, ...create(clock) };
  };

  describe(`${name}, a RateLimiter with a ${window} window`, () => {
    it('goes its course, exactly at each step', async () => {
      const { limiter, clock } = limiting();
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
        expect(await limiter.consume('acme', policyOf(3)), at).to.deep.equal({ accepted, remaining, availableInMs });
      }
    });

    it(`accepts exactly the limit of ${CALLERS} callers at once, each remainder once`, async () => {
      const { limiter, clock } = limiting();
      for (const limit of [1, 31, 100, 150]) {
        clock.advance(120_000);
        const callers = Array.from({ length: CALLERS }, async () => {
          const consumptions = [];
          for (let request = 0; request < 8; request += 1)
            consumptions.push(await limiter.consume('acme', policyOf(limit)));
          return consumptions;
        });
        const all = (await Promise.all(callers)).flat();
        const remainders = all.filter(({ accepted }) => accepted).map(({ remaining }) => remaining);
        const refused = all.filter(({ accepted }) => !accepted);
        expect(remainders.sort((one, other) => one - other)).to.deep.equal(Array.from({ length: limit }, (_, n) => n));
        expect(refused).to.have.length(CALLERS * 8 - limit);
        for (const { remaining } of refused) expect(remaining).to.equal(0);
      }
    });

    it('counts no refusal: whoever waits as told gets in, and not a millisecond earlier', async () => {
      const { limiter, clock } = limiting();
      for (let request = 0; request < 5; request += 1) {
        await limiter.consume('acme', policyOf(5));
        clock.advance(100);
      }
      for (let round = 0; round < 50; round += 1) {
        const { accepted, availableInMs } = await limiter.consume('acme', policyOf(5));
        expect({ accepted, availableInMs }).to.deep.equal({ accepted: false, availableInMs: 59_500 - 100 * round });
        clock.advance(100);
      }
      clock.advance(59_500 - 5000 - 1);
      expect(await limiter.consume('acme', policyOf(5))).to.include({ accepted: false, availableInMs: 1 });
      clock.advance(1);
      expect(await limiter.consume('acme', policyOf(5))).to.include({ accepted: true });
    });

    it('shares nothing between subscribers', async () => {
      const { limiter, clock } = limiting();
      const first = { accepted: true, remaining: 0, availableInMs: 60_000 };
      for (const subscriber of ['acme', 'Acme', 'acme.', '__proto__', '1', '01']) {
        expect(await limiter.consume(subscriber, policyOf(1)), subscriber).to.deep.equal(first);
      }
      clock.advance(1);
      for (const subscriber of ['acme', '__proto__', '01']) {
        expect((await limiter.consume(subscriber, policyOf(1))).accepted, subscriber).to.equal(false);
      }
    });

    it('keeps what was counted when the limit changes', async () => {
      const { limiter, clock } = limiting();
      const consume = (limit: number) => limiter.consume('acme', policyOf(limit));
      for (let request = 0; request < 3; request += 1) await consume(3);
      expect(await consume(3)).to.deep.equal({ accepted: false, remaining: 0, availableInMs: 60_000 });
      clock.advance(1000);
      expect(await consume(5)).to.deep.equal({ accepted: true, remaining: 1, availableInMs: 59_000 });
      expect(await consume(2)).to.include({ accepted: false, remaining: 0 });
      expect(await consume(5)).to.deep.equal({ accepted: true, remaining: 0, availableInMs: 59_000 });
      clock.advance(59_000);
      // Of a sliding window the two of the second moment are left.
      const kept = window === 'sliding' ? 2 : 0;
      expect(await consume(4)).to.include({ accepted: true, remaining: 4 - kept - 1 });
    });

    it('holds no counts of who has been idle for a window', async () => {
      const { limiter, clock, held } = limiting();
      for (let subscriber = 0; subscriber < 500; subscriber += 1) {
        await limiter.consume(`subscriber ${subscriber}`, policyOf(10));
        clock.advance(1000);
        expect(held(), `after ${subscriber}`).to.be.at.most(60);
      }
      expect(held()).to.equal(60);
      clock.advance(60_000);
      expect(await limiter.consume('subscriber 499', policyOf(10))).to.deep.include({ accepted: true, remaining: 9 });
      expect(held()).to.equal(1);
    });

    it('accepts no more than the limit in any of its windows, for any sequence of requests', async () => {
      const pauses = fc.array(fc.oneof(fc.nat(5), fc.nat(9000), fc.nat(90_000)), { minLength: 1, maxLength: 80 });
      await fc.assert(
        fc.asyncProperty(pauses, fc.integer({ min: 1, max: 6 }), async (steps, limit) => {
          const { limiter, clock } = limiting();
          let accepted: number[] = [];
          let opensAtMs = Number.NEGATIVE_INFINITY;
          for (const step of steps) {
            clock.advance(step);
            const nowMs = clock.elapsedMs();
            if (window === 'sliding') opensAtMs = nowMs - 59_999;
            else if (nowMs - opensAtMs >= 60_000) opensAtMs = nowMs;
            accepted = accepted.filter((atMs) => atMs >= opensAtMs);
            const expected = accepted.length < limit;
            if (expected) accepted.push(nowMs);
            const { accepted: isIn, remaining } = await limiter.consume('acme', policyOf(limit));
            expect({ isIn, remaining }).to.deep.equal({ isIn: expected, remaining: limit - accepted.length });
          }
        }),
        { numRuns: 60 },
      );
    });

    it('is up', async () => {
      const { limiter } = limiting();
      expect(await limiter.isUp()).to.equal(true);
      await limiter.close();
    });
  });
}
