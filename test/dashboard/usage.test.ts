import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { textOf, usageOf } from '../support/dashboard-page.ts';
import { addCustomer, enter, type Visitor } from '../support/dashboard-visit.ts';
import { startService, type TestService } from '../support/service.ts';

const HOUR_MS = 3_600_000;
const none = { hour: [0, 0, 0], day: [0, 0, 0], month: [0, 0, 0] };
const plans = { tiny: { requestsPerMinute: 6, apiAccess: true }, free: { requestsPerMinute: 0, apiAccess: false } };

describe('the usage that the dashboard shows', () => {
  let service: TestService;
  let visitor: Visitor;
  let key: string;
  beforeEach(async () => {
    service = await startService({
      settings: { plans: { ...plans, annual: { requestsPerMinute: 150, apiAccess: true } } },
    });
    await addCustomer(service, 'acme', 'tiny');
    const wish = { subscriberId: 'acme', name: null, expiresInMs: null };
    key = (await service.container.get(ids.administerKeys).create(wish)).text;
    visitor = await enter(service, 'acme');
  });
  afterEach(() => service.stop());

  const shown = async () => usageOf((await visitor.get('/dashboard')).text);
  const quota = async () => (await visitor.get('/dashboard/quota')).json;

  it('is nothing at first', async () => {
    expect(await shown()).to.deep.equal(none);
    expect(await quota()).to.deep.equal({ limit: 6, remaining: 6, availableInSeconds: 0 });
  });

  it('counts what was accepted, issued and refused, at once and after it is written', async () => {
    const statuses = [];
    const bulk = '/api/passwords/bulk';
    for (const call of [
      { body: { length: 20 } },
      { path: bulk, body: { length: 20, count: 1000 } },
      { body: { length: 1 } },
      { path: bulk, body: { length: 20, count: 1001 } },
      { body: '{' },
      { body: { length: 20 } },
      { body: { length: 20 } },
      { path: bulk, body: { length: 20, count: 5 } },
      { key: service.key, body: { length: 20 } },
      { key: 'wrong', body: { length: 20 } },
    ]) {
      statuses.push((await service.call({ key, ...call })).status);
    }
    expect(statuses).to.deep.equal([200, 200, 400, 400, 400, 200, 429, 429, 200, 401]);
    const counted = [6, 1002, 2];
    expect(await shown()).to.deep.equal({ hour: counted, day: counted, month: counted });
    await service.container.get(ids.recordUsage).flush();
    expect(await shown()).to.deep.equal({ hour: counted, day: counted, month: counted });
    expect(await quota()).to.deep.equal({ limit: 6, remaining: 0, availableInSeconds: 60 });
    expect(await shown(), 'looking costs nothing').to.deep.equal({ hour: counted, day: counted, month: counted });

    service.clock.advance(HOUR_MS);
    expect(await shown()).to.deep.equal({ hour: [0, 0, 0], day: counted, month: counted });
    expect(await quota()).to.deep.equal({ limit: 6, remaining: 6, availableInSeconds: 0 });
  });

  it('has no quota where the plan has no access', async () => {
    await service.container.get(ids.administerSubscribers).setPlan('acme', 'free');
    expect((await service.call({ key, body: { length: 20 } })).status).to.equal(403);
    expect(await quota()).to.equal(null);
    const { text } = await visitor.get('/dashboard');
    expect(usageOf(text)).to.deep.equal(none);
    expect(textOf(text)).to.contain('Your plan has no access to the API, and so no requests.');
  });
});
