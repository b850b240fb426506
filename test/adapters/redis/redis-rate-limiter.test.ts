import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { silentMeter as meter } from '../../../src/adapters/metrics/silent-meter.ts';
import type { RedisClient } from '../../../src/adapters/redis/redis-client.ts';
import { RedisRateLimiter } from '../../../src/adapters/redis/redis-rate-limiter.ts';
import { withRedis } from '../../support/redis-keys.ts';
import { ownRedis, type RedisServer } from '../../support/servers/redis-server.ts';
import { onServer } from '../../support/servers/required-stores.ts';
import { silentLogger as logger } from '../../support/silent-logger.ts';

const quota = { limit: 3, windowSeconds: 60 };

/** Redis counts the commands of a script as well. */
async function writesOf(client: RedisClient): Promise<string[]> {
  const stats = await client.info('commandstats');
  return stats.split('\r\n').filter((line) => /^cmdstat_(set|incrby|rpush|ltrim|p?expire|del|unlink):/.test(line));
}

describe('RedisRateLimiter, which looks', () => {
  // Nobody else writes there, and it can be told to take no writes.
  const redis = onServer<RedisServer>({ what: 'Redis', get: ownRedis });

  for (const window of ['sliding', 'fixed'] as const) {
    const looking = (use: (limiter: RedisRateLimiter, client: RedisClient, keyPrefix: string) => Promise<void>) =>
      withRedis(redis().url, async (client) => {
        const keyPrefix = randomUUID();
        const limiter = new RedisRateLimiter({ url: redis().url, window, logger, meter, keyPrefix });
        try {
          await limiter.isUp();
          await use(limiter, client, keyPrefix);
        } finally {
          await limiter.close();
        }
      });

    it(`writes nothing for a look at a ${window} window`, () =>
      looking(async (limiter, client, keyPrefix) => {
        for (let request = 0; request < 2; request += 1) await limiter.consume('acme', quota);
        const key = `${keyPrefix}:${window}:{acme}`;
        const state = async () => [
          await writesOf(client),
          await client.keys(`${keyPrefix}*{*}`),
          await client.dump(key),
        ];
        const before = await state();
        for (const subscriber of ['acme', 'nobody']) await limiter.look(subscriber, quota);
        expect(await state()).to.deep.equal(before);
        expect(before[0]).to.have.length.at.least(2);
        expect(before[1]).to.deep.equal([key]);
      }));

    it(`looks at a ${window} window where there is no memory for a write`, () =>
      looking(async (limiter, client) => {
        await limiter.consume('acme', quota);
        await client.call('CONFIG', 'SET', 'maxmemory', '1');
        try {
          const refusal = await limiter.consume('acme', quota).catch((error: unknown) => error);
          expect(refusal).to.include({ code: 'STORE_UNAVAILABLE' });
          expect((await limiter.look('acme', quota)).remaining).to.equal(2);
          expect(await limiter.look('nobody', quota)).to.deep.equal({ remaining: 3, availableInMs: 0 });
        } finally {
          await client.call('CONFIG', 'SET', 'maxmemory', '0');
        }
      }));
  }

  it('says that the store is away where it is', async () => {
    const limiter = new RedisRateLimiter({ url: redis().url, window: 'sliding', logger, meter });
    await limiter.close();
    expect(await limiter.look('acme', quota).catch((error: unknown) => error)).to.include({
      code: 'STORE_UNAVAILABLE',
    });
  });
});
