import { expect } from 'chai';
import { beginningOf, type UsageSpan, usageSpans } from '../../src/domain/account/usage.ts';
import { alikeIds } from '../support/alike-ids.ts';
import { atOnce } from '../support/at-once.ts';
import { rejectionOf } from '../support/rejection.ts';
import { promisesOf, type StoresAdapter } from '../support/store-place.ts';

const NOON_MS = Date.UTC(2026, 0, 2, 12);
const DAY_MS = NOON_MS - 12 * 3_600_000;
const spans = ['hour', 'day', 'month'] as const;

/** All three numbers are different, so that a mix-up shows. */
const usage = (times = 1) => ({ requests: times, passwords: 100 * times, refusals: 10_000 * times });
const count = (atMs: number, times = 1, subscriberId = 'acme') => ({ subscriberId, atMs, ...usage(times) });
const step = (atMs: number, times = 1) => ({ atMs, ...usage(times) });

/** What every UsageStore promises. */
export function usageStoreContract(adapter: StoresAdapter): void {
  describe(`${adapter.name} keeps the UsageStore’s promises`, () => {
    const promises = promisesOf(adapter, 'usageStore');
    promises('has none at first', async ({ store }) => {
      await store.addUsage([]);
      await store.forgetUsage(NOON_MS);
      for (const span of spans) expect(await store.readUsage('acme', span, 0), span).to.deep.equal([]);
    });

    promises('adds up by minute, hour and day, in order and without the empty steps', async ({ store, other }) => {
      await store.addUsage([count(NOON_MS + 59_999), count(NOON_MS + 3 * 60_000, 2), count(NOON_MS, 4)]);
      await other.addUsage([count(NOON_MS - 1, 8), count(NOON_MS + 10 * 3_600_000, 16)]);
      await other.addUsage([count(DAY_MS - 1, 32)]);
      expect(await store.readUsage('acme', 'hour', 0)).to.deep.equal([
        step(DAY_MS - 60_000, 32),
        step(NOON_MS - 60_000, 8),
        step(NOON_MS, 5),
        step(NOON_MS + 180_000, 2),
        step(NOON_MS + 36_000_000, 16),
      ]);
      expect(await store.readUsage('acme', 'day', 0)).to.deep.equal([
        step(DAY_MS - 3_600_000, 32),
        step(NOON_MS - 3_600_000, 8),
        step(NOON_MS, 7),
        step(NOON_MS + 36_000_000, 16),
      ]);
      expect(await store.readUsage('acme', 'month', 0)).to.deep.equal([
        step(DAY_MS - 86_400_000, 32),
        step(DAY_MS, 31),
      ]);
    });

    promises('reads from the step on that begins at a moment', async ({ store }) => {
      await store.addUsage([0, 1, 2].map((minute) => count(NOON_MS + minute * 60_000 + 7, minute + 1)));
      const from = async (fromMs: number) =>
        (await store.readUsage('acme', 'hour', fromMs)).map(({ requests }) => requests);
      expect(await from(NOON_MS)).to.deep.equal([1, 2, 3]);
      expect(await from(NOON_MS + 60_000)).to.deep.equal([2, 3]);
      expect(await from(NOON_MS + 120_000)).to.deep.equal([3]);
      expect(await from(NOON_MS + 180_000)).to.deep.equal([]);
    });

    promises('keeps subscribers apart, however alike their ids are', async ({ store, other }) => {
      await store.addUsage(alikeIds.map((id, index) => count(NOON_MS, index + 1, id)));
      for (const [index, id] of alikeIds.entries()) {
        for (const [span, atMs] of [
          ['hour', NOON_MS],
          ['day', NOON_MS],
          ['month', DAY_MS],
        ] as const) {
          expect(await other.readUsage(id, span, 0), `${id} ${span}`).to.deep.equal([step(atMs, index + 1)]);
        }
      }
      expect(await other.readUsage('nobody', 'hour', 0)).to.deep.equal([]);
    });

    promises('loses nothing where two writers count at once, and the same twice', async (opened) => {
      await atOnce(opened, 24, (store, index) => store.addUsage([count(NOON_MS), count(NOON_MS + index, 2)]));
      for (const [span, atMs] of [
        ['hour', NOON_MS],
        ['day', NOON_MS],
        ['month', DAY_MS],
      ] as const) {
        expect(await opened.other.readUsage('acme', span, atMs), span).to.deep.equal([step(atMs, 72)]);
      }
    });

    promises('forgets what no span shows any more', async ({ store, other }) => {
      const nowMs = NOON_MS + 34 * 60_000 + 56_789;
      const first = (span: UsageSpan) => beginningOf(span, nowMs);
      const shown = () => Promise.all(spans.map((span) => store.readUsage('acme', span, first(span))));
      const old = (span: UsageSpan) => first(span) - 2 * usageSpans[span].stepMs;
      await store.addUsage(spans.flatMap((span) => [count(old(span)), count(first(span)), count(nowMs)]));
      await store.addUsage([count(old('month'), 1, 'beta'), count(nowMs, 1, 'beta')]);
      const before = await shown();
      expect(before.map(({ length }) => length)).to.deep.equal([2, 3, 3]);

      await other.forgetUsage(nowMs);
      expect(await shown()).to.deep.equal(before);
      for (const span of spans) {
        const steps = await store.readUsage('acme', span, 0);
        const older = steps.filter(({ atMs }) => atMs < first(span) - usageSpans[span].stepMs);
        expect(older, span).to.deep.equal([]);
        expect(await store.readUsage('beta', span, 0), `${span} of beta`).to.have.length(1);
      }
    });

    promises('has everything when it is opened again, and is away once it is closed', async (opened) => {
      const { store, close, reopen } = opened;
      await store.addUsage([count(NOON_MS)]);
      await close();
      for (const call of [() => store.readUsage('acme', 'hour', 0), () => store.addUsage([count(NOON_MS)])]) {
        expect(await rejectionOf(call())).to.include({ code: 'STORE_UNAVAILABLE' });
      }
      expect(await (await reopen()).readUsage('acme', 'month', 0)).to.deep.equal([step(DAY_MS)]);
    });
  });
}
