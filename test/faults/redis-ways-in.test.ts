import { expect } from 'chai';
import { Callers, expectServed } from '../support/callers.ts';
import { Fleet, onOwnStores } from '../support/fleet.ts';
import { withRedis } from '../support/redis-keys.ts';
import { ownRedis, startSentinel } from '../support/servers/redis-server.ts';
import { onServer } from '../support/servers/required-stores.ts';
import { until } from '../support/until.ts';

const SETTLED_WITHIN_MS = 2500;
const SHARED_AGAIN_WITHIN_MS = 5000;
const FAIL_OVER_WITHIN_MS = 15_000;
const up = { keys: 'up', quota: 'up' } as const;
const withoutRedis = { keys: 'up', quota: 'down' } as const;

function tell(url: string, ...[command = '', ...args]: string[]): Promise<unknown> {
  return withRedis(url, (client) => client.call(command, ...args));
}

/** How many requests of a subscriber a Redis has counted. */
async function counted(url: string, subscriberId: string): Promise<number> {
  return Number(await tell(url, 'LLEN', `passwords:quota:sliding:{${subscriberId}}`));
}

describe('the way to Redis', () => {
  const place = onOwnStores({ acme: 'ample', globex: 'ample' });
  const replica = onServer({
    what: 'Redis',
    get: async () => {
      const { url, port } = place().redis;
      await tell(url, 'CONFIG', 'SET', 'repl-diskless-sync-delay', '0');
      return ownRedis({ config: ['--replicaof', '127.0.0.1', String(port)] });
    },
  });
  const sentinel = onServer({ what: 'Redis', get: () => startSentinel(place().redis) });

  it('needs another password: that is told once, shown never, and heals with no restart once it is right', async () => {
    const { redis, environment, keyOf } = place();
    const [right, wrong] = ['Correct-Horse-1', 'Battery-Staple-2'];
    const withPassword = (password: string) => redis.url.replace('//', `//:${password}@`);
    await tell(redis.url, 'CONFIG', 'SET', 'requirepass', right);
    const fleet = await Fleet.start({ ...environment, REDIS_URL: withPassword(wrong) }, 1);
    const callers = new Callers(fleet.urls, [keyOf('acme')]);
    try {
      await fleet.untilAll('degraded', withoutRedis, SETTLED_WITHIN_MS);
      expectServed(await callers.lapOf(1000));
      const [lines = []] = fleet.logged(/^Redis is away/);
      expect(lines).to.have.length(1);
      expect(lines[0]).to.include('WRONGPASS');
      expect(await counted(withPassword(right), 'acme')).to.equal(0);

      await tell(withPassword(right), 'CONFIG', 'SET', 'requirepass', wrong);
      await fleet.untilAll('ready', up, SHARED_AGAIN_WITHIN_MS);
      const isCounted = async () => (await counted(withPassword(wrong), 'acme')) > 0;
      await until('a count in Redis', 1000, isCounted);
      expectServed(callers.lap());
      for (const password of [right, wrong]) expect(fleet.services[0]!.stdout()).not.to.include(password);
      await tell(withPassword(wrong), 'CONFIG', 'SET', 'requirepass', '');
    } finally {
      await callers.stop();
      await fleet.stop();
    }
  });

  it('is told by a Sentinel: requests are counted at its master, before and after a fail-over', async () => {
    const { redis: master, environment, keyOf } = place();
    const toSentinel = `redis://127.0.0.1:${sentinel().port}`;
    await tell(toSentinel, 'SENTINEL', 'SET', 'mymaster', 'down-after-milliseconds', '500');
    const isSynced = async () => /master_link_status:up/.test(String(await tell(replica().url, 'INFO', 'replication')));
    await until('a replica that is up to date', FAIL_OVER_WITHIN_MS, isSynced);
    const isKnown = async () => /slaves=1/.test(String(await tell(toSentinel, 'INFO', 'sentinel')));
    await until('a Sentinel that knows of the replica', FAIL_OVER_WITHIN_MS, isKnown);

    const fleet = await Fleet.start({ ...environment, REDIS_URL: sentinel().url }, 1);
    const callers = new Callers(fleet.urls, [keyOf('globex')]);
    try {
      await fleet.untilAll('ready', up, SETTLED_WITHIN_MS);
      expectServed(await callers.lapOf(500));
      const before = await counted(master.url, 'globex');
      expect(before).to.be.above(10);

      await master.kill();
      await fleet.untilAll('degraded', withoutRedis, SETTLED_WITHIN_MS);
      const isMaster = async () => /role:master/.test(String(await tell(replica().url, 'INFO', 'replication')));
      await until('the fail-over', FAIL_OVER_WITHIN_MS, isMaster);
      const kept = await counted(replica().url, 'globex');
      await fleet.untilAll('ready', up, SHARED_AGAIN_WITHIN_MS);
      await until('counts at the new master', 1000, async () => (await counted(replica().url, 'globex')) > kept + 10);
      expect(kept, 'and the counts from before').to.be.at.least(before);
      expectServed(callers.lap());
    } finally {
      await callers.stop();
      await fleet.stop();
    }
  }).timeout(60_000);
});
