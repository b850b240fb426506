import { RateLimiterCompatibleAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisClient } from './redis-client.ts';

/**
 * Reads the log of accepted requests, a list of whole milliseconds: how many at its head have left the window, and how
 * many it counts.
 *
 * Times are those of Redis, whatever the clocks of the instances say; none is earlier than the one before it, so that
 * the list stays sorted where that clock is set back. What has left the window is found by bisection, so that a long log
 * costs no pause. Memory: about 11 bytes a request of the last window.
 */
const readLog = `
local key, limit, window = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = math.max(time[1] * 1000 + math.floor(time[2] / 1000), tonumber(redis.call('LINDEX', key, -1) or 0))
local length = redis.call('LLEN', key)

local function isExpired(index)
  return tonumber(redis.call('LINDEX', key, index)) <= now - window
end
local expired = 0
if length > 0 and isExpired(0) then
  local gone, kept = 0, length
  while kept - gone > 1 do
    local middle = math.floor((gone + kept) / 2)
    if isExpired(middle) then gone = middle else kept = middle end
  end
  expired = kept
end
local used = length - expired

local function availableIn(oldest)
  local mustExpire = math.max(1, used - limit + 1)
  return tonumber(redis.call('LINDEX', key, oldest + mustExpire - 1)) + window - now
end
`;

/** The verdict on one more request, in one step; what has left the window is cut off at once. */
const consumeScript = `${readLog}
if expired > 0 then
  redis.call('LTRIM', key, expired, -1)
end
local accepted = used < limit
if accepted then
  redis.call('RPUSH', key, now)
  redis.call('PEXPIRE', key, window)
  used = used + 1
end
return { accepted and 1 or 0, used, availableIn(0) }
`;

/** Writes nothing, so that a Redis without memory for a write answers it too. */
const lookScript = `${readLog}
return { used, used > 0 and availableIn(expired) or 0 }
`;

type SlidingClient = RedisClient & {
  consumeSliding(key: string, limit: number, windowMs: number): Promise<[accepted: 0 | 1, used: number, ms: number]>;
  lookSliding(key: string, limit: number, windowMs: number): Promise<[used: number, ms: number]>;
};

export interface RedisLimiterOptions {
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
  readonly #options: RedisLimiterOptions;

  constructor(options: RedisLimiterOptions) {
    super();
    this.#options = options;
    this.#client = options.client as SlidingClient;
    // Sent as a whole once for each connection, by its digest from then on, and again where Redis has lost it.
    if (!('consumeSliding' in options.client)) {
      options.client.defineCommand('consumeSliding', { numberOfKeys: 1, lua: consumeScript });
      options.client.defineCommand('lookSliding', { numberOfKeys: 1, lua: lookScript });
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

  override async get(key: string | number): Promise<RateLimiterRes | null> {
    const { keyPrefix, points, duration } = this.#options;
    const [used, availableInMs] = await this.#client.lookSliding(`${keyPrefix}:${key}`, points, duration * 1000);
    return used === 0 ? null : new RateLimiterRes(Math.max(0, points - used), availableInMs, used);
  }
}
