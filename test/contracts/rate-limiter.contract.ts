import { expect } from 'chai';
import type { RateLimiter } from '../../src/domain/ports.ts';
import type { Quota } from '../../src/domain/quota/quota-policy.ts';
import type { Consumption, WindowKind } from '../../src/domain/quota/window.ts';
import { type Needs, onServer } from '../support/servers/required-stores.ts';

const CALLERS = 32;

export interface Limiting {
  readonly limiter: RateLimiter;
  /** Of how many subscribers it holds counts. */
  readonly held: () => number | Promise<number>;
  /** Lets time pass: at once, where the adapter takes a clock. */
  readonly pass: (ms: number) => unknown;
}

export interface RateLimiterAdapter {
  readonly name: string;
  readonly window: WindowKind;
  /** The URL of the server that it counts in; nothing where it is this process. */
  readonly needs?: Needs<string>;
  /** A limiter that has counted nothing yet, and on which nobody else counts. */
  readonly open: (url: string) => Limiting | Promise<Limiting>;
}

export function quotaOf(limit: number, windowSeconds = 60): Quota {
  return { limit, windowSeconds };
}

/** What every RateLimiter promises, by the window that it counts in, and on whatever clock. */
export function rateLimiterContract({ name, window, needs, open }: RateLimiterAdapter): void {
  describe(`${name}, a RateLimiter with a ${window} window`, () => {
    const url = needs ? onServer(needs) : () => '';
    let limiting: Limiting;
    const consume = (subscriber: string, quota: Quota) => limiting.limiter.consume(subscriber, quota);
    const look = (subscriber: string, quota: Quota) => limiting.limiter.look(subscriber, quota);
    beforeEach(async () => {
      limiting = await open(url());
    });
    afterEach(() => limiting.limiter.close());

    it(`accepts exactly the limit of ${CALLERS} callers at once, each remainder once`, async () => {
      for (const limit of [1, 31, 100, 150]) {
        const callers = Array.from({ length: CALLERS }, async () => {
          const consumptions: Consumption[] = [];
          for (let request = 0; request < 8; request += 1) {
            consumptions.push(await consume(`acme-${limit}`, quotaOf(limit)));
          }
          return consumptions;
        });
        const all = (await Promise.all(callers)).flat();
        const remainders = all.filter(({ accepted }) => accepted).map(({ remaining }) => remaining);
        const refused = all.filter(({ accepted }) => !accepted);
        expect(remainders.sort((one, other) => one - other)).to.deep.equal(Array.from({ length: limit }, (_, n) => n));
        expect(refused).to.have.length(CALLERS * 8 - limit);
        for (const { remaining, availableInMs } of refused) {
          expect(remaining).to.equal(0);
          expect(availableInMs).to.be.within(1, 60_000);
        }
      }
    });

    it('counts no refusal: whoever waits as told gets in', async () => {
      const quota = quotaOf(1, 1);
      await consume('acme', quota);
      for (let round = 0; round < 3; round += 1) {
        let refusal = await consume('acme', quota);
        for (let time = 0; time < 20; time += 1) {
          expect(refusal).to.include({ accepted: false, remaining: 0 });
          expect(refusal.availableInMs).to.be.within(1, 1000);
          await limiting.pass(10);
          const next = await consume('acme', quota);
          expect(next.availableInMs, 'the wait shrinks as time goes by').to.be.at.most(refusal.availableInMs - 8);
          refusal = next;
        }
        await limiting.pass(refusal.availableInMs);
        expect(await consume('acme', quota)).to.include({ accepted: true });
      }
    });

    it('accepts no more than the limit in any of its windows, and nearly all of it', async () => {
      const [limit, windowMs, spanMs] = [20, 1000, 3200];
      const quota = quotaOf(limit, windowMs / 1000);
      const accepted: { before: number; after: number }[] = [];
      // By the clock of the adapter where it has one: what passes by itself meanwhile only makes the check milder.
      let passedMs = 0;
      const nowMs = () => passedMs + performance.now();
      const startMs = performance.now();
      while (nowMs() - startMs < spanMs) {
        const before = nowMs();
        const consumptions = await Promise.all(Array.from({ length: 8 }, () => consume('acme', quota)));
        const after = nowMs();
        for (const { accepted: isIn } of consumptions) if (isIn) accepted.push({ before, after });
        const wall = performance.now();
        await limiting.pass(7);
        passedMs += Math.max(0, 7 - (performance.now() - wall));
      }
      // Limiters reckon in whole milliseconds. A fixed window lets two bursts meet at its edge.
      const most = window === 'sliding' ? limit : 2 * limit;
      for (const [at, { before }] of accepted.entries()) {
        const next = accepted[at + most];
        if (next) expect(next.after - before, `from the ${at}th on`).to.be.at.least(windowMs - 1);
      }
      expect(accepted).to.have.length.within(3 * limit, 5 * limit);
    });

    it('shares nothing between subscribers', async () => {
      const names = ['acme', 'Acme', 'acme.', '__proto__', '1', '01', 'probe'];
      for (const name of names) {
        expect(await consume(name, quotaOf(1)), name).to.include({ accepted: true, remaining: 0 });
      }
      for (const name of names) expect((await consume(name, quotaOf(1))).accepted, name).to.equal(false);
    });

    it('keeps what was counted when the limit changes', async () => {
      for (let request = 0; request < 3; request += 1) await consume('acme', quotaOf(3));
      for (let request = 0; request < 4; request += 1) {
        expect(await consume('acme', quotaOf(3))).to.include({ accepted: false, remaining: 0 });
      }
      expect(await consume('acme', quotaOf(5))).to.include({ accepted: true, remaining: 1 });
      expect(await consume('acme', quotaOf(2))).to.include({ accepted: false, remaining: 0 });
      expect(await consume('acme', quotaOf(5))).to.include({ accepted: true, remaining: 0 });
    });

    it('looks without counting: each look says what the request before it was told', async () => {
      const quota = quotaOf(3);
      expect(await look('acme', quota)).to.deep.equal({ remaining: 3, availableInMs: 0 });
      expect(await limiting.held(), 'nothing is kept of a look').to.equal(0);
      for (const expected of [2, 1, 0, 0, 0]) {
        const { remaining, availableInMs } = await consume('acme', quota);
        expect(remaining).to.equal(expected);
        const toldMs = performance.now();
        await limiting.pass(5);
        for (let time = 0; time < 3; time += 1) {
          const seen = await look('acme', quota);
          // What its clock may differ by from this one's, and a millisecond that either rounds off.
          const passedMs = Math.max(5, performance.now() - toldMs) + 2;
          expect(seen.remaining).to.equal(expected);
          expect(seen.availableInMs).to.be.within(availableInMs - passedMs, availableInMs - 5);
        }
        expect(await look('other', quota)).to.deep.equal({ remaining: 3, availableInMs: 0 });
      }
    });

    it('looks at a full limit again when the window is over, and tells a wait until then', async () => {
      const quota = quotaOf(2, 1);
      for (let request = 0; request < 3; request += 1) await consume('acme', quota);
      const { remaining, availableInMs } = await look('acme', quota);
      expect(remaining).to.equal(0);
      expect(availableInMs).to.be.within(1, 1000);
      await limiting.pass(1000);
      expect(await look('acme', quota)).to.deep.equal({ remaining: 2, availableInMs: 0 });
      expect(await consume('acme', quota)).to.include({ accepted: true, remaining: 1 });
    });

    it('looks at nothing left of a limit that came down, until one more would be accepted', async () => {
      for (let request = 0; request < 2; request += 1) await consume('acme', quotaOf(4, 2));
      await limiting.pass(600);
      for (let request = 0; request < 2; request += 1) await consume('acme', quotaOf(4, 2));
      for (const [limit, remaining, left] of [
        [1, 0, window === 'sliding' ? 2000 : 1400],
        [3, 0, 1400],
        [4, 0, 1400],
        [6, 2, 1400],
      ] as const) {
        const seen = await look('acme', quotaOf(limit, 2));
        expect(seen.remaining, `of ${limit}`).to.equal(remaining);
        expect(seen.availableInMs, `of ${limit}`).to.be.within(left - 300, left);
        const { accepted, availableInMs } = remaining
          ? { accepted: false, ...seen }
          : await consume('acme', quotaOf(limit, 2));
        expect(accepted).to.equal(false);
        expect(availableInMs, `as a request of ${limit} is told`).to.be.within(
          seen.availableInMs - 100,
          seen.availableInMs,
        );
      }
    });

    it('holds no counts of who has been idle for a window', async () => {
      for (let subscriber = 0; subscriber < 50; subscriber += 1) await consume(`idle-${subscriber}`, quotaOf(5, 1));
      expect(await limiting.held()).to.be.at.least(50);
      await limiting.pass(1050);
      await consume('acme', quotaOf(5, 1));
      expect(await limiting.held()).to.equal(1);
    });

    it('is up, until it is closed', async () => {
      expect(await limiting.limiter.isUp()).to.equal(true);
    });
  });
}
