import { expect } from 'chai';
import { RecordUsage } from '../../src/application/record-usage.ts';
import { ShowOverview } from '../../src/application/show-overview.ts';
import { noUsage, type UsageCount, type UsageStep } from '../../src/domain/account/usage.ts';
import { UsageCounter } from '../../src/domain/account/usage-counter.ts';
import type { RateLimiter } from '../../src/domain/ports.ts';
import { plans, subscriberOf } from '../support/builders.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { SettableClock } from '../support/settable-clock.ts';
import { silentLogger as logger } from '../support/silent-logger.ts';
import { unreachable, unreliable } from '../support/unreliable.ts';

const at = (time: string) => Date.parse(`${time}Z`);
/** The clock of the tests stands at 03:04:05.678. */
const firstSteps = {
  hour: [at('2026-01-02T02:05:00'), 60_000, 60],
  day: [at('2026-01-01T04:00:00'), 3_600_000, 24],
  month: [at('2025-12-04T00:00:00'), 86_400_000, 30],
} as const;

function showing(remainder = { remaining: 97, availableInMs: 30_001 }) {
  const clock = new SettableClock();
  const counter = new UsageCounter();
  const { usageStore } = memoryStores();
  const usage = unreliable(usageStore);
  const looked: unknown[] = [];
  const limiter = {
    look: async (...question: unknown[]) => {
      looked.push(question);
      return remainder;
    },
  } as unknown as RateLimiter;
  const recordUsage = new RecordUsage({ counter, store: usage.port, clock, logger });
  const overview = new ShowOverview({ plans, limiter, store: usage.port, recordUsage, clock });
  return { clock, counter, usageStore, usage, looked, recordUsage, overview };
}

function countOf(time: string, facts: Partial<UsageCount>): UsageCount {
  return { subscriberId: 'acme', ...noUsage, atMs: at(time), ...facts };
}

/** All steps of a span, with nothing in any but these. */
function stepsOf(span: keyof typeof firstSteps, used: Record<string, Partial<UsageStep>> = {}): UsageStep[] {
  const [fromMs, stepMs, steps] = firstSteps[span];
  const bySteps = new Map(Object.entries(used).map(([time, facts]) => [at(time), facts]));
  const all = Array.from({ length: steps }, (_, step) => fromMs + step * stepMs);
  return all.map((atMs) => ({ atMs, ...noUsage, ...bySteps.get(atMs) }));
}

describe('ShowOverview', () => {
  it('shows each step of an hour, a day and a month, nothing as zero', async () => {
    const { overview } = showing();
    expect(await overview.show(subscriberOf())).to.deep.equal({
      plan: plans.get('enterprise'),
      quota: { limit: 100, remaining: 97, availableInSeconds: 31 },
      usage: { hour: stepsOf('hour'), day: stepsOf('day'), month: stepsOf('month') },
    });
  });

  it('puts each count into its step, and leaves out what no step is of', async () => {
    const { overview, usageStore } = showing();
    await usageStore.addUsage([
      countOf('2025-12-03T23:59:00', { requests: 1 }),
      countOf('2025-12-04T00:00:00', { requests: 2 }),
      countOf('2026-01-01T03:59:00', { requests: 10 }),
      countOf('2026-01-01T04:00:00', { passwords: 20 }),
      countOf('2026-01-02T02:04:00', { requests: 100 }),
      countOf('2026-01-02T02:05:00', { refusals: 200 }),
      countOf('2026-01-02T03:04:00', { requests: 1000 }),
      countOf('2026-01-02T03:04:00', { subscriberId: 'beta', requests: 5 }),
    ]);
    const { usage } = await overview.show(subscriberOf());
    expect(usage).to.deep.equal({
      hour: stepsOf('hour', { '2026-01-02T02:05:00': { refusals: 200 }, '2026-01-02T03:04:00': { requests: 1000 } }),
      day: stepsOf('day', {
        '2026-01-01T04:00:00': { passwords: 20 },
        '2026-01-02T02:00:00': { requests: 100, refusals: 200 },
        '2026-01-02T03:00:00': { requests: 1000 },
      }),
      month: stepsOf('month', {
        '2025-12-04T00:00:00': { requests: 2 },
        '2026-01-01T00:00:00': { requests: 10, passwords: 20 },
        '2026-01-02T00:00:00': { requests: 1100, refusals: 200 },
      }),
    });
  });

  it('adds what is not written yet to the step that it was counted in', async () => {
    const { overview, usageStore, usage, counter, recordUsage, clock } = showing();
    await usageStore.addUsage([countOf('2026-01-02T03:04:00', { requests: 1 })]);
    usage.fault = unreachable();
    counter.requestDecided('acme', true);
    counter.requestDecided('beta', true);
    await recordUsage.flush();
    usage.fault = undefined;
    clock.advance(54_322);
    counter.passwordsIssued('acme', 7);
    const { hour, day, month } = (await overview.show(subscriberOf())).usage;
    const sum = { requests: 2, passwords: 7 };
    // It is 03:05:00.000 by now, and the hour has gone on by a step.
    expect(hour).to.deep.equal([
      ...stepsOf('hour', { '2026-01-02T03:04:00': { requests: 2 } }).slice(1),
      { atMs: at('2026-01-02T03:05:00'), ...noUsage, passwords: 7 },
    ]);
    expect(day).to.deep.equal(stepsOf('day', { '2026-01-02T03:00:00': sum }));
    expect(month).to.deep.equal(stepsOf('month', { '2026-01-02T00:00:00': sum }));

    await recordUsage.flush();
    const { usage: flushed } = await overview.show(subscriberOf());
    expect(flushed, 'the same when it is written').to.deep.equal({ hour, day, month });
  });

  it('shows the same in every span, whatever is counted or written while they are read', async () => {
    for (const happens of ['counted', 'written'] as const) {
      const { overview, usage, counter, recordUsage } = showing();
      counter.requestDecided('acme', true);
      const { readUsage } = usage.port;
      usage.port.readUsage = async (...question) => {
        const steps = await readUsage(...question);
        if (happens === 'counted') counter.requestDecided('acme', true);
        else await recordUsage.flush();
        return steps;
      };
      const shown = (await overview.show(subscriberOf())).usage;
      expect(shown.hour, happens).to.deep.equal(stepsOf('hour', { '2026-01-02T03:04:00': { requests: 1 } }));
      expect(shown.day, happens).to.deep.equal(stepsOf('day', { '2026-01-02T03:00:00': { requests: 1 } }));
      expect(shown.month, happens).to.deep.equal(stepsOf('month', { '2026-01-02T00:00:00': { requests: 1 } }));
    }
  });

  it('shows no quota where the subscriber may not call, and asks for none', async () => {
    const table = [
      [{ plan: 'free' }, plans.get('free')],
      [{ plan: 'withdrawn' }, undefined],
      [{ status: 'suspended' }, plans.get('enterprise')],
    ] as const;
    for (const [facts, plan] of table) {
      const { overview, looked } = showing();
      const shown = await overview.show(subscriberOf(facts));
      expect(shown, JSON.stringify(facts)).to.deep.include({ plan, quota: null });
      expect(shown.usage.hour).to.deep.equal(stepsOf('hour'));
      expect(looked).to.deep.equal([]);
    }
  });

  it('looks at the quota of the plan, and counts nothing', async () => {
    const { overview, looked } = showing({ remaining: 150, availableInMs: 0 });
    const left = await overview.quotaLeft(subscriberOf({ plan: 'annual' }));
    expect(left).to.deep.equal({ limit: 150, remaining: 150, availableInSeconds: 0 });
    expect(looked).to.have.length(1);
    expect(looked[0]).to.have.nested.property('[0]', 'acme');
    expect(looked[0]).to.have.nested.property('[1].planId', 'annual');
  });

  it('rounds a wait up to whole seconds', async () => {
    for (const [availableInMs, availableInSeconds] of [
      [1, 1],
      [1000, 1],
      [1001, 2],
      [60_000, 60],
    ] as const) {
      const { overview } = showing({ remaining: 0, availableInMs });
      expect(await overview.quotaLeft(subscriberOf())).to.deep.equal({ limit: 100, remaining: 0, availableInSeconds });
    }
  });
});
