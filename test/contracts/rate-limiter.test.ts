import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { MemoryRateLimiter } from '../../src/adapters/memory/memory-rate-limiter.ts';
import { silentMeter as meter } from '../../src/adapters/metrics/silent-meter.ts';
import { RedisRateLimiter } from '../../src/adapters/redis/redis-rate-limiter.ts';
import type { WindowKind } from '../../src/domain/quota/window.ts';
import { countRedisKeys } from '../support/redis-keys.ts';
import { sharedRedis, sharedRedisCluster } from '../support/servers/shared.ts';
import { SettableClock } from '../support/settable-clock.ts';
import { silentLogger as logger } from '../support/silent-logger.ts';
import { type RateLimiterAdapter, rateLimiterContract } from './rate-limiter.contract.ts';
import { settableTimeContract } from './settable-time.contract.ts';

const inMemory = (window: WindowKind) => () => {
  const clock = new SettableClock();
  const limiter = new MemoryRateLimiter({ window, clock });
  return { limiter, held: () => limiter.held, pass: (ms: number) => clock.advance(ms) };
};

/** A timer may be early by a millisecond, and clocks tick in whole ones. */
const inRedis = (window: WindowKind) => async (url: string) => {
  const keyPrefix = randomUUID();
  const limiter = new RedisRateLimiter({ url, window, logger, meter, keyPrefix });
  await limiter.isUp();
  return { limiter, held: () => countRedisKeys(url, `${keyPrefix}*{*}`), pass: (ms: number) => pause(ms + 2) };
};

for (const window of ['sliding', 'fixed'] as const) {
  // One line for each adapter.
  const adapters: RateLimiterAdapter[] = [
    { name: 'MemoryRateLimiter', window, open: inMemory(window) },
    { name: 'RedisRateLimiter', window, needs: sharedRedis, open: inRedis(window) },
    { name: 'RedisRateLimiter in a cluster', window, needs: sharedRedisCluster, open: inRedis(window) },
  ];
  for (const adapter of adapters) rateLimiterContract(adapter);
  settableTimeContract({
    name: 'MemoryRateLimiter',
    window,
    create: (clock) => new MemoryRateLimiter({ window, clock }),
  });
}
