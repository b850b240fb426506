import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { single } from './answers.ts';
import type { Figure } from './report.ts';
import type { SharedStores } from './shared-stores.ts';

const CALLERS = 24;
const REQUESTS_A_SECOND = 50;
const SECONDS = 30;

/** What a request costs in commands to the stores, counted on the wire, from callers who take turns. */
export async function countTraffic(stores: SharedStores): Promise<Figure[]> {
  const { service, keys, redis, mongo } = await stores.startWatchedService(CALLERS);
  const ask = async (turn: number) => {
    const headers = { ...service.headers, authorization: `Bearer ${keys[turn % CALLERS]}` };
    const body = JSON.stringify(single.body);
    const response = await fetch(service.url + single.path, { method: 'POST', headers, body });
    assert.equal(response.status, 200);
    await response.arrayBuffer();
  };
  for (let turn = 0; turn < CALLERS; turn += 1) await ask(turn);
  redis.clear();
  mongo.clear();

  const requests = REQUESTS_A_SECOND * SECONDS;
  const startMs = performance.now();
  const answers: Promise<void>[] = [];
  for (let turn = 0; turn < requests; turn += 1) {
    await pause(Math.max(0, startMs + (turn * 1000) / REQUESTS_A_SECOND - performance.now()));
    answers.push(ask(turn));
  }
  await Promise.all(answers);
  const conditions = `${REQUESTS_A_SECOND} requests a second from ${CALLERS} callers`;
  return [
    { name: `Commands to Redis, ${conditions}`, unit: 'a request', samples: [redis.total() / requests], most: 1 },
    { name: `Commands to MongoDB, ${conditions}`, unit: 'a request', samples: [mongo.total() / requests], most: 0.1 },
  ];
}
