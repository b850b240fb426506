import { expect } from 'chai';
import type { Settings } from '../../src/composition/settings.ts';
import { burstAtEdges } from '../support/edge-bursts.ts';
import { inWindowsOf, withInstances } from '../support/instances.ts';
import { judge, type Verdict } from '../support/quota-judge.ts';
import { onSharedStores } from '../support/shared-stores.ts';

const windowSeconds = 2;
const windowMs = windowSeconds * 1000;
/** Of the plan enterprise. */
const limit = 100;
/** On a busy machine a run may be disturbed. */
const RUNS = 3;

describe('the quota of a subscriber who is served by two instances', () => {
  const stores = onSharedStores();

  async function burst(edges: number, settings: Partial<Settings>) {
    const { mongodbUrl, redisUrl, addCustomer } = stores();
    const { key } = await addCustomer('enterprise');
    const option = { settings: { mongodbUrl, redisUrl, ...settings }, rebind: inWindowsOf(windowSeconds) };
    return withInstances([option, option], async (instances) => {
      const urls = instances.map(({ url }) => url);
      const attempts = await burstAtEdges({ urls, key, windowMs, edges, aroundMs: 250 });
      return { verdict: judge(attempts, { limit, windowMs }), warnings: instances.flatMap(({ warnings }) => warnings) };
    });
  }

  /** An instance that waits too long for Redis counts by itself, as it should; what is seen of that tells nothing. */
  async function verdictOn(edges: number, settings: Partial<Settings> = {}): Promise<Verdict> {
    for (let run = 1; ; run += 1) {
      const { verdict, warnings } = await burst(edges, settings);
      if (warnings.length === 0) return verdict;
      expect(run, `Redis was never there all the time: ${warnings}`).to.be.below(RUNS);
    }
  }

  it('is exact, and obtained in full', async () => {
    const windows = 4;
    const verdict = await verdictOn(windows);
    expect(verdict).to.include({ excess: 0, groundless: 0 });
    expect(verdict.shortestMs).to.be.at.least(windowMs);
    expect(verdict.accepted).to.be.at.least(0.99 * limit * windows);
    expect(verdict.refused).to.be.at.least(limit);
  }).timeout(60_000);

  it('would not pass for exact in a fixed window', async () => {
    const { excess, shortestMs } = await verdictOn(1, { rateLimitWindow: 'fixed' });
    expect(excess).to.be.at.least(limit / 4);
    expect(shortestMs).to.be.below(windowMs / 2);
  });

  it('would not pass for exact with a count for each instance', async () => {
    const { excess, shortestMs } = await verdictOn(1, { redisUrl: null });
    expect(excess).to.be.at.least(limit / 2);
    expect(shortestMs).to.be.below(windowMs / 2);
  });
});
