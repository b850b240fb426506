import { expect } from 'chai';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { MemoryLimiter } from '../../../src/adapters/memory/memory-limiter.ts';
import { SlidingWindow } from '../../../src/domain/quota/sliding-window.ts';
import type { Window } from '../../../src/domain/quota/window.ts';
import { SettableClock } from '../../support/settable-clock.ts';

describe('MemoryLimiter', () => {
  it('answers as rate-limiter-flexible does: with a result, or with one as the reason', async () => {
    const clock = new SettableClock();
    const windows = new Map<string, Window>();
    const limiter = new MemoryLimiter({ points: 2, clock, windows, createWindow: () => new SlidingWindow(1000) });
    const facts = ({ remainingPoints, msBeforeNext, consumedPoints }: RateLimiterRes) => [
      remainingPoints,
      msBeforeNext,
      consumedPoints,
    ];
    const first = await limiter.consume('acme');
    expect(first).to.be.instanceOf(RateLimiterRes);
    expect(facts(first)).to.deep.equal([1, 1000, 1]);
    clock.advance(100);
    expect(facts(await limiter.consume('acme'))).to.deep.equal([0, 900, 2]);
    const refusal = await limiter.consume('acme').then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(refusal).to.be.instanceOf(RateLimiterRes);
    expect(facts(refusal as RateLimiterRes)).to.deep.equal([0, 900, 2]);
  });

  it('takes a number for the text of it, and goes by the time that never goes back', async () => {
    const clock = new SettableClock();
    const windows = new Map<string, Window>();
    const times: number[] = [];
    const createWindow = () => ({
      consume: (nowMs: number) => {
        times.push(nowMs);
        return { accepted: true, remaining: 1, availableInMs: 1 };
      },
      look: (nowMs: number) => {
        times.push(nowMs);
        return { remaining: 1, availableInMs: 1 };
      },
      isIdle: () => false,
    });
    const limiter = new MemoryLimiter({ points: 2, clock, windows, createWindow });
    await limiter.consume(7);
    clock.advance(30);
    await limiter.consume('7');
    clock.advance(4);
    await limiter.get(7);
    expect([...windows.keys()]).to.deep.equal(['7']);
    expect(times).to.deep.equal([clock.elapsedMs() - 34, clock.elapsedMs() - 4, clock.elapsedMs()]);
  });

  it('gets what is counted, with null where that is nothing, and neither makes nor moves a count', async () => {
    const clock = new SettableClock();
    const windows = new Map<string, Window>();
    const limiter = new MemoryLimiter({ points: 2, clock, windows, createWindow: () => new SlidingWindow(1000) });
    for (const subscriber of ['acme', 'other']) await limiter.consume(subscriber);
    clock.advance(400);
    expect(await limiter.get('acme')).to.include({ remainingPoints: 1, msBeforeNext: 600, consumedPoints: 1 });
    expect(await limiter.get('nobody')).to.equal(null);
    expect([...windows.keys()]).to.deep.equal(['acme', 'other']);
    clock.advance(600);
    expect(await limiter.get('acme')).to.equal(null);
  });

  it('lets go of the idle whoever calls, however many there are, and of nobody else', async () => {
    const clock = new SettableClock();
    const windows = new Map<string, Window>();
    const limiter = new MemoryLimiter({ points: 1, clock, windows, createWindow: () => new SlidingWindow(1000) });
    for (let subscriber = 0; subscriber < 1000; subscriber += 1) await limiter.consume(`early ${subscriber}`);
    clock.advance(600);
    await limiter.consume('late');
    clock.advance(400);
    await limiter.consume('late').catch(() => {});
    expect([...windows.keys()]).to.deep.equal(['late']);
  });
});
