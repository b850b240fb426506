import assert from 'node:assert/strict';
import { MemoryRateLimiter } from '../../src/adapters/memory/memory-rate-limiter.ts';
import { SettableClock } from '../support/settable-clock.ts';
import { type Figure, ratio } from './report.ts';

const ROUNDS = 7;
const MILLION = 1_000_000;
const SMALL = 100;

/** The limiter in memory at a million requests a minute, with windows that are full: of one subscriber, and of many. */
export async function comparePlans(): Promise<Figure[]> {
  const small: number[] = [];
  const large: number[] = [];
  const pausesMs: number[] = [];
  const bytes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    small.push((await load(SMALL)).consumedACpuSecond);
    const { consumedACpuSecond, longestMs, bytesHeld } = await load(MILLION);
    large.push(consumedACpuSecond);
    pausesMs.push(longestMs);
    bytes.push(bytesHeld / MILLION);
  }
  return [
    ratio('One subscriber of a million a minute : ten thousand of a hundred, in the limiter', large, small, 0.9),
    { name: 'The longest pause of the plan of a million', unit: 'ms', samples: pausesMs, most: 50 },
    { name: 'What its window holds', unit: 'bytes a request', samples: bytes },
  ];
}

/** As many requests as the plan takes in two minutes, evenly, so that its window is full in the second one. */
async function load(limit: number) {
  const clock = new SettableClock();
  const limiter = new MemoryRateLimiter({ window: 'sliding', clock });
  const quota = { limit, windowSeconds: 60 };
  const heldBefore = held();
  let longestMs = 0;
  let before = process.cpuUsage();
  // Of the small plan as many requests, each of them one of many subscribers whose windows are full as well.
  const subscribers = MILLION / limit;
  for (let request = 0; request < 2 * MILLION; request += 1) {
    if (request === MILLION) before = process.cpuUsage();
    if (request % (MILLION / 60_000) < 1) clock.advance(1);
    const startMs = performance.now();
    await limiter.consume(String(request % subscribers), quota);
    longestMs = Math.max(longestMs, performance.now() - startMs);
  }
  const { user, system } = process.cpuUsage(before);
  const bytesHeld = held() - heldBefore;
  assert.equal(limiter.held, subscribers, 'the limiter holds a window for each subscriber');
  return { consumedACpuSecond: MILLION / ((user + system) / 1e6), longestMs, bytesHeld };
}

function held(): number {
  if (!globalThis.gc) throw new Error('Run it with --expose-gc, or what is held can’t be told.');
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
