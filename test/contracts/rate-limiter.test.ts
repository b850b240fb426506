import { MemoryLimiter } from '../../src/adapters/memory/memory-limiter.ts';
import { FlexibleRateLimiter } from '../../src/adapters/rate-limiter-flexible/flexible-rate-limiter.ts';
import { FixedWindow } from '../../src/domain/quota/fixed-window.ts';
import { SlidingWindow } from '../../src/domain/quota/sliding-window.ts';
import type { Window } from '../../src/domain/quota/window.ts';
import type { SettableClock } from '../support/settable-clock.ts';
import { type RateLimiterAdapter, rateLimiterContract } from './rate-limiter.contract.ts';

const inMemory = (createWindow: () => Window) => (clock: SettableClock) => {
  const windows = new Map<string, Window>();
  const create = ({ limit }: { limit: number }) => new MemoryLimiter({ points: limit, clock, windows, createWindow });
  return { limiter: new FlexibleRateLimiter(create), held: () => windows.size };
};

// One line for each adapter and window.
const adapters: RateLimiterAdapter[] = [
  { name: 'MemoryLimiter', window: 'sliding', create: inMemory(() => new SlidingWindow(60_000)) },
  { name: 'MemoryLimiter', window: 'fixed', create: inMemory(() => new FixedWindow(60_000)) },
];

for (const adapter of adapters) rateLimiterContract(adapter);
