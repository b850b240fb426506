import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { expectFailure } from '../support/failures.ts';
import { quotaHeaders } from '../support/quota-headers.ts';
import { type Answer, startService, type TestService } from '../support/service.ts';

const plans = {
  annual: { requestsPerMinute: 3, apiAccess: true },
  enterprise: { requestsPerMinute: 2, apiAccess: true },
};
const body = { length: 8 };

function quotaOf({ headers }: Answer): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.includes('ratelimit')));
}

/** Each step: milliseconds that pass before it, whether it is accepted, what remains, and milliseconds until more does. */
const courses = {
  sliding: [
    [0, true, 2, 60_000],
    [1000, true, 1, 59_000],
    [500, true, 0, 58_500],
    [0, false, 0, 58_500],
    [57_999, false, 0, 501],
    [500, false, 0, 1],
    [1, true, 0, 1000],
    [0, false, 0, 1000],
    [999, false, 0, 1],
    [1, true, 0, 500],
    [499, false, 0, 1],
    [1, true, 0, 58_500],
    [60_000, true, 2, 60_000],
  ],
  fixed: [
    [0, true, 2, 60_000],
    [30_000, true, 1, 30_000],
    [29_998, true, 0, 2],
    [0, false, 0, 2],
    [1, false, 0, 1],
    [1, true, 2, 60_000],
    [1500, true, 1, 58_500],
    [58_499, true, 0, 1],
    [0, false, 0, 1],
    [5_000, true, 2, 60_000],
  ],
} as const;

for (const rateLimitWindow of ['sliding', 'fixed'] as const) {
  describe(`the quota by a ${rateLimitWindow} window`, () => {
    let service: TestService;
    beforeEach(async () => {
      service = await startService({ settings: { plans, rateLimitWindow } });
    });
    afterEach(() => service.stop());

    it('goes its course, told exactly at each step', async () => {
      for (const [passesMs, accepted, remaining, availableInMs] of courses[rateLimitWindow]) {
        service.clock.advance(passesMs);
        const answer = await service.call({ body });
        const seconds = Math.ceil(availableInMs / 1000);
        const resetAtMs = service.clock.nowMs() + availableInMs;
        const headers = quotaHeaders({ limit: 3, remaining, seconds, resetAtMs });
        if (!accepted) {
          expectFailure(answer, 'RATE_LIMIT_EXCEEDED', { headers: { ...headers, 'retry-after': String(seconds) } });
          continue;
        }
        expect(answer.status).to.equal(200);
        expect(quotaOf(answer)).to.deep.equal(headers);
      }
    });

    it('lets whoever waits Retry-After in, however often they were refused before', async () => {
      for (let round = 0; round < 5; round += 1) {
        let answer = await service.call({ body });
        while (answer.status === 200) {
          service.clock.advance(700);
          answer = await service.call({ body });
        }
        for (let refused = 0; refused < 10; refused += 1) {
          answer = await service.call({ body });
          expect(answer.status).to.equal(429);
        }
        service.clock.advance(1000 * Number(answer.headers.get('retry-after')));
        expect((await service.call({ body })).status).to.equal(200);
      }
    });

    it('is one for both operations', async () => {
      const bulk = { path: '/api/passwords/bulk', body: { ...body, count: 9 } };
      const remaining = [];
      for (const call of [{ body }, bulk, { body }]) {
        remaining.push((await service.call(call)).headers.get('x-ratelimit-remaining'));
      }
      expect(remaining).to.deep.equal(['2', '1', '0']);
      expect((await service.call(bulk)).status).to.equal(429);
    });

    it('is the subscriber’s, whatever keys they have, and nobody else’s', async () => {
      const wish = { subscriberId: 'local', name: null, expiresInMs: null };
      const { text: second } = await service.container.get(ids.administerKeys).create(wish);
      const other = await service.addSubscriber('other', 'annual');
      for (const key of [service.key, second, service.key]) await service.call({ key, body });
      for (const key of [service.key, second]) expect((await service.call({ key, body })).status).to.equal(429);
      expect((await service.call({ key: other, body })).headers.get('x-ratelimit-remaining')).to.equal('2');
    });

    it('keeps its counts through a change of plan', async () => {
      const subscribers = service.container.get(ids.administerSubscribers);
      await service.call({ body });
      service.clock.advance(10_000);
      await subscribers.setPlan('local', 'enterprise');
      const resetAtMs = service.clock.nowMs() + 50_000;
      const quota = { limit: 2, plan: 'enterprise', remaining: 0, seconds: 50, resetAtMs };
      expect(quotaOf(await service.call({ body }))).to.deep.equal(quotaHeaders(quota));
      expect((await service.call({ body })).status).to.equal(429);
      await subscribers.setPlan('local', 'annual');
      const annual = quotaHeaders({ limit: 3, remaining: 0, seconds: 50, resetAtMs });
      expect(quotaOf(await service.call({ body }))).to.deep.equal(annual);
      await subscribers.setPlan('local', 'enterprise');
      const refused = await service.call({ body });
      const seconds = rateLimitWindow === 'sliding' ? 60 : 50; // the smaller plan needs two of its three to expire
      const atMs = service.clock.nowMs() + 1000 * seconds;
      expectFailure(refused, 'RATE_LIMIT_EXCEEDED', {
        headers: { ...quotaHeaders({ ...quota, seconds, resetAtMs: atMs }), 'retry-after': String(seconds) },
      });
    });
  });
}

describe('the plans that ship', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  for (const [plan, limit] of [
    ['annual', 150],
    ['enterprise', 100],
  ] as const) {
    it(`${plan}: ${limit} requests a minute, and not one more`, async () => {
      const key = await service.addSubscriber(`on-${plan}`, plan);
      const first = await service.call({ key, body });
      const resetAtMs = service.clock.nowMs() + 60_000;
      expect(quotaOf(first)).to.deep.equal(quotaHeaders({ plan, limit, remaining: limit - 1, resetAtMs }));
      const statuses = [];
      for (let more = 0; more < limit; more += 1) statuses.push((await service.call({ key, body })).status);
      expect(statuses).to.deep.equal([...Array(limit - 1).fill(200), 429]);
    });
  }

  it('hold under requests at the same time', async () => {
    const key = await service.addSubscriber('hasty', 'enterprise');
    const answers = await Promise.all(Array.from({ length: 130 }, () => service.call({ key, body })));
    expect(answers.filter(({ status }) => status === 200)).to.have.lengthOf(100);
    expect(answers.filter(({ status }) => status === 429)).to.have.lengthOf(30);
  });
});
