import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { RedisClient } from '../../../src/adapters/redis/redis-client.ts';
import { SlidingRedisLimiter } from '../../../src/adapters/redis/sliding-redis-limiter.ts';
import { withRedis } from '../../support/redis-keys.ts';
import { onServer } from '../../support/servers/required-stores.ts';
import { sharedRedis } from '../../support/servers/shared.ts';

const counts = Array.from({ length: 9 }, (_, count) => count);
const logs = counts.flatMap((gone) => counts.map((kept) => ({ gone, kept })));

/** As many as `gone` that have left a window of a minute, and as many as `kept` that leave it from 20 seconds on. */
async function writeLog(client: RedisClient, key: string, { gone, kept }: { gone: number; kept: number }) {
  const [seconds, microseconds] = (await client.time()).map(Number) as [number, number];
  const nowMs = seconds * 1000 + Math.floor(microseconds / 1000);
  const times = [
    ...counts.slice(0, gone).map((request) => String(nowMs - 70_000 + request)),
    ...counts.slice(0, kept).map((request) => String(nowMs - 40_000 + 1000 * request)),
  ];
  if (times.length > 0) await client.rpush(key, ...times);
  return times;
}

describe('SlidingRedisLimiter', () => {
  const url = onServer(sharedRedis);

  it('gets what is in the window alone, and leaves in its place what has left it', () =>
    withRedis(url(), async (client) => {
      const keyPrefix = randomUUID();
      for (const { gone, kept } of logs) {
        const log = `${gone} gone, ${kept} kept`;
        const times = await writeLog(client, `${keyPrefix}:${log}`, { gone, kept });
        for (const points of [9, 3, 1]) {
          const seen = await new SlidingRedisLimiter({ client, keyPrefix, points, duration: 60 }).get(log);
          if (kept === 0) {
            expect(seen, log).to.equal(null);
            continue;
          }
          expect(seen, log).to.include({ remainingPoints: Math.max(0, points - kept), consumedPoints: kept });
          const availableInMs = 20_000 + 1000 * Math.max(0, kept - points);
          expect(seen?.msBeforeNext, log).to.be.within(availableInMs - 900, availableInMs);
        }
        expect(await client.lrange(`${keyPrefix}:${log}`, 0, -1), log).to.deep.equal(times);
        await client.del(`${keyPrefix}:${log}`);
      }
    }));
});
