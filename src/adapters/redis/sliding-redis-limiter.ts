import { RateLimiterCompatibleAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisClient } from './redis-client.ts';

/**
 * The log of accepted requests, in a list of whole milliseconds, and the verdict on one more, in one step.
 *
 * Times are those of Redis, whatever the clocks of the instances say; none is earlier than the one before it, so that
 * the list stays sorted where that clock is set back. What has left the window is found by bisection and cut off at
 * once, so that a long log costs no pause. Memory: about 11 bytes a request of the last window.
 */
const consumeScript = `
local key, limit, window = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = math.max(time[1] * 1000 + math.floor(time[2] / 1000), tonumber(redis.call('LINDEX', key, -1) or 0))
local used = redis.call('LLEN', key)

local function isExpired(index)
  return tonumber(redis.call('LINDEX', key, index)) <= now - window
end
if used > 0 and isExpired(0) then
  local expired, kept = 0, used
  while kept - expired > 1 do
    local middle = math.floor((expired + kept) / 2)
    if isExpired(middle) then expired = middle else kept = middle end
  end
  redis.call('LTRIM', key, kept, -1)
  used = used - kept
end

local accepted = used < limit
if accepted then
  redis.call('RPUSH', key, now)
  redis.call('PEXPIRE', key, window)
  used = used + 1
end
local mustExpire = math.max(1, used - limit + 1)
local available = tonumber(redis.call('LINDEX', key, mustExpire - 1)) + window - now
return { accepted and 1 or 0, used, available }
`;

type SlidingClient = RedisClient & {
  consumeSliding(key: string, limit: number, windowMs: number): Promise<[accepted: 0 | 1, used: number, ms: number]>;
};

interface SlidingRedisLimiterOptions {
  readonly client: RedisClient;
  readonly keyPrefix: string;
  /** Requests accepted in a window. */
  readonly points: number;
  /** The window's length in seconds. */
  readonly duration: number;
}

/** An exact sliding window in Redis, on the interface of rate-limiter-flexible, which has none: one command a request. */
export class SlidingRedisLimiter extends RateLimiterCompatibleAbstract {
  readonly #client: SlidingClient;
  readonly #options: SlidingRedisLimiterOptions;

  constructor(options: SlidingRedisLimiterOptions) {
    super();
    this.#options = options;
    this.#client = options.client as SlidingClient;
    // Sent as a whole once for each connection, by its digest from then on, and again where Redis has lost it.
    if (!('consumeSliding' in options.client)) {
      options.client.defineCommand('consumeSliding', { numberOfKeys: 1, lua: consumeScript });
    }
  }

  override async consume(key: string | number): Promise<RateLimiterRes> {
    const { keyPrefix, points, duration } = this.#options;
    const [accepted, used, availableInMs] = await this.#client.consumeSliding(
      `${keyPrefix}:${key}`,
      points,
      duration * 1000,
    );
    const result = new RateLimiterRes(Math.max(0, points - used), availableInMs, used);
    if (!accepted) throw result;
    return result;
  }
}
