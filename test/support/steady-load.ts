import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { ask } from './two-services.ts';

interface SteadyLoad {
  /** Of the instances: each caller asks them in turns. */
  readonly urls: readonly string[];
  /** One for each caller. */
  readonly keys: readonly string[];
  /** Of all callers together. */
  readonly perSecond: number;
  readonly seconds: number;
}

/** Callers who each ask in a steady beat, evenly shifted; all must be served. Gives how many requests there were. */
export async function loadSteadily({ urls, keys, perSecond, seconds }: SteadyLoad): Promise<number> {
  const everyMs = (keys.length / perSecond) * 1000;
  const requests = Math.floor((seconds * 1000) / everyMs);
  const startMs = performance.now();
  const call = async (key: string, caller: number) => {
    for (let request = 0; request < requests; request += 1) {
      await pause(startMs + (request + caller / keys.length) * everyMs - performance.now());
      const { status, text } = await ask({ url: urls[(request + caller) % urls.length]! }, key);
      expect(status, text).to.equal(200);
    }
  };
  await Promise.all(keys.map(call));
  return requests * keys.length;
}
