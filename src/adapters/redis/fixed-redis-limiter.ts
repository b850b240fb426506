import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisClient } from './redis-client.ts';
import type { RedisLimiterOptions } from './sliding-redis-limiter.ts';

/**
 * In the place of the library's script, which counts refused requests as well, so that a limit that is raised would not
 * be felt at once. A key is gone in the millisecond after the last one of its time, and so is the window.
 */
const consumeScript = `
local key, points, seconds, limit = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local used = tonumber(redis.call('GET', key) or 0) + points
if used <= limit then
  redis.call('SET', key, 0, 'PX', seconds * 1000 - 1, 'NX')
  redis.call('INCRBY', key, points)
end
return { used, redis.call('PTTL', key) + 1 }
`;

/**
 * In the place of the library's transaction, which a Redis without memory for a write does not take, and which tells
 * the time of the key and not of the window.
 */
const lookScript = `
return { tonumber(redis.call('GET', KEYS[1]) or 0), redis.call('PTTL', KEYS[1]) + 1 }
`;

type FixedClient = RedisClient & {
  lookFixed(key: string): Promise<[used: number, ms: number]>;
};

/** A fixed window in Redis: that of rate-limiter-flexible, with scripts of our own. */
export class FixedRedisLimiter extends RateLimiterRedis {
  readonly #client: FixedClient;

  constructor({ client, ...measure }: RedisLimiterOptions) {
    super({ storeClient: client, customIncrTtlLuaScript: consumeScript, ...measure });
    this.#client = client as FixedClient;
    if (!('lookFixed' in client)) client.defineCommand('lookFixed', { numberOfKeys: 1, lua: lookScript });
  }

  override async get(key: string | number): Promise<RateLimiterRes | null> {
    const [used, availableInMs] = await this.#client.lookFixed(this.getKey(key));
    return used === 0 ? null : new RateLimiterRes(Math.max(0, this.points - used), availableInMs, used);
  }
}
