import { expect } from 'chai';
import { burstAtEdges } from '../support/edge-bursts.ts';
import { judge } from '../support/quota-judge.ts';
import { onSharedStores } from '../support/shared-stores.ts';
import { onTwoServices } from '../support/two-services.ts';

/** Of the plan annual. */
const limit = 150;
const windowMs = 60_000;
const windows = 2;

describe('a minute’s quota, over 130 seconds of bursts on two processes', () => {
  const stores = onSharedStores();
  const services = onTwoServices(() => stores().environment);

  it('is exact, and obtained in full', async () => {
    const { key } = await stores().addCustomer('annual');
    const urls = services().map(({ url }) => url);
    const startMs = Date.now();
    const attempts = await burstAtEdges({ urls, key, limit, windowMs, edges: windows, aroundMs: 10_000 });
    const verdict = judge(attempts, { limit, windowMs });
    const obtained = verdict.accepted / (limit * windows);
    console.log('exactness', { seconds: (Date.now() - startMs) / 1000, ...verdict, obtained });
    for (const service of services()) expect(service.stdout(), 'Redis was there all the time').not.to.match(/is away/);
    expect(verdict).to.include({ excess: 0, groundless: 0 });
    expect(verdict.shortestMs).to.be.at.least(windowMs);
    expect(obtained).to.be.at.least(0.99);
  });
});
