import type { Cluster } from 'ioredis';
import type { Logger, Meter, RateLimiter } from '../../domain/ports.ts';
import type { Quota } from '../../domain/quota/quota-policy.ts';
import type { Consumption, Remainder, WindowKind } from '../../domain/quota/window.ts';
import { CircuitBreaker } from '../circuit-breaker.ts';
import { FlexibleRateLimiter } from '../flexible-rate-limiter.ts';
import { FixedRedisLimiter } from './fixed-redis-limiter.ts';
import { connectToRedis, gatherWrites, type RedisClient } from './redis-client.ts';
import { parseRedisUrl } from './redis-url.ts';
import { SlidingRedisLimiter } from './sliding-redis-limiter.ts';

const DEADLINE_MS = 90;

interface RedisRateLimiterOptions {
  /** As REDIS_URL. */
  readonly url: string;
  readonly window: WindowKind;
  readonly logger: Logger;
  readonly meter: Meter;
  /** What the names of its keys begin with. */
  readonly keyPrefix?: string;
}

/**
 * Counts in Redis, for all instances together: one command a request, one key a subscriber, alone in its hash tag, so
 * that it stands anywhere in a cluster.
 */
export class RedisRateLimiter implements RateLimiter {
  readonly #client: RedisClient;
  readonly #limiter: FlexibleRateLimiter;
  readonly #breaker: CircuitBreaker;
  #lastFault: Error | undefined;

  /** @throws ServiceError INVALID_SETTINGS where the URL can't be read */
  constructor({ url, window, logger, meter, keyPrefix = 'passwords:quota' }: RedisRateLimiterOptions) {
    const client = connectToRedis(parseRedisUrl(url));
    client.on('error', (fault: Error) => {
      this.#lastFault = fault;
    });
    this.#client = client;
    this.#limiter = new FlexibleRateLimiter(({ limit, windowSeconds }) => {
      const Limiter = window === 'sliding' ? SlidingRedisLimiter : FixedRedisLimiter;
      return new Limiter({ client, keyPrefix: `${keyPrefix}:${window}`, points: limit, duration: windowSeconds });
    });
    this.#breaker = new CircuitBreaker({
      name: 'Redis',
      whileAway: 'each instance holds the limits of the plans by itself',
      deadlineMs: DEADLINE_MS,
      probe: () => this.#probe(),
      fault: () => (client.status === 'ready' ? undefined : this.#lastFault),
      logger,
      meter,
    });
  }

  consume(subscriberId: string, quota: Quota): Promise<Consumption> {
    return this.#breaker.call(() => {
      gatherWrites(this.#client);
      return this.#limiter.consume(`{${subscriberId}}`, quota);
    });
  }

  look(subscriberId: string, quota: Quota): Promise<Remainder> {
    return this.#breaker.call(() => this.#limiter.look(`{${subscriberId}}`, quota));
  }

  isUp(): Promise<boolean> {
    return this.#breaker.isClosed();
  }

  async close(): Promise<void> {
    this.#breaker.end();
    this.#client.disconnect();
  }

  /** Does what a request does, for a server that answers may still refuse to write; and asks each part of a cluster. */
  async #probe(): Promise<void> {
    await this.#limiter.consume('probe', { limit: 10, windowSeconds: 1 });
    if (this.#client.isCluster) await Promise.all((this.#client as Cluster).nodes('master').map((node) => node.ping()));
  }
}
