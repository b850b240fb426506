import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { FixedRedisLimiter } from '../../../src/adapters/redis/fixed-redis-limiter.ts';
import { withRedis } from '../../support/redis-keys.ts';
import { onServer } from '../../support/servers/required-stores.ts';
import { sharedRedis } from '../../support/servers/shared.ts';

describe('FixedRedisLimiter', () => {
  const url = onServer(sharedRedis);

  it('gets the time of the window, which ends a millisecond after its key', () =>
    withRedis(url(), async (client) => {
      const limiter = new FixedRedisLimiter({ client, keyPrefix: randomUUID(), points: 3, duration: 60 });
      await limiter.consume('acme');
      const key = limiter.getKey('acme');
      for (let time = 0; time < 20; time += 1) {
        const most = await client.pttl(key);
        const { msBeforeNext = 0 } = (await limiter.get('acme')) ?? {};
        expect(msBeforeNext - 1).to.be.within(await client.pttl(key), most);
      }
      await client.del(key);
    }));
});
