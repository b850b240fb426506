import { expect } from 'chai';
import { expectFailure } from '../support/failures.ts';
import { Fleet, onOwnStores, type Place } from '../support/fleet.ts';
import { withRedis } from '../support/redis-keys.ts';
import { send } from '../support/service.ts';
import { burst, SMALL_LIMIT } from '../support/small-plan.ts';
import { until } from '../support/until.ts';

const SETTLED_WITHIN_MS = 2500;
const HEALED_WITHIN_MS = 5000;
const up = { keys: 'up', quota: 'up' } as const;

/** Runs a service that is started with stores away, and ends it in any case. */
async function started({ environment }: Place, use: (fleet: Fleet) => Promise<void>): Promise<void> {
  const fleet = await Fleet.start(environment, 1);
  try {
    for (const url of fleet.urls) {
      const { status, json } = await send(url, { method: 'GET', path: '/health/live' });
      expect({ status, json }).to.deep.equal({ status: 200, json: { status: 'live' } });
    }
    await use(fleet);
    expect(fleet.isRunning).to.equal(true);
  } finally {
    await fleet.stop();
  }
}

/** Nobody can be served, but everybody is told the truth. */
async function expectNotReady(fleet: Fleet, key: string): Promise<void> {
  for (const answer of await fleet.ask(key)) {
    expectFailure(answer, 'STORE_UNAVAILABLE', { headers: { 'retry-after': '5' } });
  }
  for (const answer of await fleet.ask('')) {
    expectFailure(answer, 'MISSING_API_KEY', { headers: { 'www-authenticate': 'Bearer realm="passwords"' } });
  }
}

/** It heals by itself, the key works, and what it costs is counted in Redis. */
async function expectHealed(fleet: Fleet, { redis, keyOf }: Place): Promise<void> {
  await fleet.untilAll('ready', up, HEALED_WITHIN_MS);
  for (const { status } of await fleet.ask(keyOf('acme'))) expect(status).to.equal(200);
  await withRedis(redis.url, async (client) => {
    await until('the count in Redis', 1000, async () => (await client.keys('*{acme}')).length === 1);
  });
}

describe('a start', () => {
  const place = onOwnStores({ acme: 'ample', small: 'small' }, { lasting: true });
  afterEach('mends what a failed test has left', async function () {
    if (this.currentTest?.isFailed()) await Promise.all([place().mongo.restart(), place().redis.restart()]);
  });

  it('without MongoDB is live and not ready, and heals by itself', async () => {
    const { mongo, keyOf } = place();
    await mongo.kill();
    await started(place(), async (fleet) => {
      await fleet.untilAll('starting', { keys: 'down', quota: 'up' }, SETTLED_WITHIN_MS);
      await expectNotReady(fleet, keyOf('acme'));
      await mongo.restart();
      await expectHealed(fleet, place());
      for (const message of [/^MongoDB is away/, /^MongoDB is back$/]) {
        expect(fleet.logged(message).map((lines) => lines.length)).to.deep.equal([1]);
      }
    });
  });

  it('without Redis serves within the limits that it holds by itself, and heals by itself', async () => {
    const { redis, keyOf } = place();
    await redis.kill();
    await started(place(), async (fleet) => {
      await fleet.untilAll('degraded', { keys: 'up', quota: 'down' }, SETTLED_WITHIN_MS);
      expect(await burst(fleet.urls, keyOf('small'))).to.deep.equal([SMALL_LIMIT]);
      await redis.restart();
      await expectHealed(fleet, place());
      for (const message of [/^Redis is away/, /^Redis is back$/]) {
        expect(fleet.logged(message).map((lines) => lines.length)).to.deep.equal([1]);
      }
    });
  });

  it('without either, because both hang, is live and not ready, and heals by itself', async () => {
    const { mongo, redis, keyOf } = place();
    for (const store of [mongo, redis]) store.signal('SIGSTOP');
    await started(place(), async (fleet) => {
      await fleet.untilAll('starting', { keys: 'down', quota: 'down' }, SETTLED_WITHIN_MS);
      await expectNotReady(fleet, keyOf('acme'));
      for (const store of [mongo, redis]) store.signal('SIGCONT');
      await expectHealed(fleet, place());
    });
  });
});
