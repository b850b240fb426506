import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { send } from './service.ts';

const CALLERS = 8;
const PAUSE_MS = 25;
const ADDED_P99_MS = 100;

interface Heard {
  /** 0 where there was no answer. */
  readonly status: number;
  readonly ms: number;
}

/** What callers have heard in a while. */
export interface Lap {
  readonly answers: number;
  /** How many answers there were of each status. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly p99Ms: number;
}

/** Several callers, who send one request after the other to each of these services with each of these keys. */
export class Callers {
  readonly #running: Promise<unknown>;
  #heard: Heard[] = [];
  #isOver = false;

  constructor(urls: readonly string[], keys: readonly string[]) {
    const callers = Array.from({ length: CALLERS }, (_, caller) =>
      this.#call(urls[caller % urls.length] ?? '', keys[Math.floor(caller / urls.length) % keys.length] ?? ''),
    );
    this.#running = Promise.all(callers);
  }

  /** What was heard since the last time that this was asked. */
  lap(): Lap {
    const heard = this.#heard;
    this.#heard = [];
    const statuses: Record<number, number> = {};
    for (const { status } of heard) statuses[status] = (statuses[status] ?? 0) + 1;
    const times = heard.map(({ ms }) => ms).sort((one, other) => one - other);
    return { answers: heard.length, statuses, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0 };
  }

  /** Lets them go on for so long, and gives what they heard in this time. */
  async lapOf(ms: number): Promise<Lap> {
    this.lap();
    await pause(ms);
    return this.lap();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #call(url: string, key: string): Promise<void> {
    while (!this.#isOver) {
      const startMs = performance.now();
      const status = await send(url, { key, body: { length: 20 } }).then(
        (answer) => answer.status,
        () => 0,
      );
      this.#heard.push({ status, ms: performance.now() - startMs });
      await pause(PAUSE_MS);
    }
  }
}

/** 99.9 % were served, none was told that their key or our code is wrong, and hardly anybody waited longer than before. */
export function expectUnshaken(lap: Lap, calm: Lap): void {
  const figures = `p99 ${lap.p99Ms.toFixed(0)} ms after ${calm.p99Ms.toFixed(0)} ms`;
  expect(calm.statuses, 'before').to.deep.equal({ 200: calm.answers });
  expect(calm.answers, 'before').to.be.above(50);
  expect(lap.answers, figures).to.be.above(50);
  expectServed(lap);
  expect(lap.p99Ms - calm.p99Ms, figures).to.be.at.most(ADDED_P99_MS);
}

export function expectServed({ answers, statuses }: Lap): void {
  const figures = JSON.stringify(statuses);
  expect(statuses[200], figures).to.be.at.least(answers * 0.999);
  expect(statuses, figures).not.to.have.any.keys('401', '500');
}
