import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { type Call, send } from './service.ts';

const CALLERS = 8;
const PAUSE_MS = 25;
const ADDED_P99_MS = 100;
/** For the few who are under way as a store goes. */
const ADDED_AT_WORST_MS = 500;

interface Heard {
  /** 0 where there was no answer. */
  readonly status: number;
  readonly ms: number;
}

interface Waits {
  readonly p99Ms: number;
  readonly worstMs: number;
}

/** What callers have heard in a while. */
export interface Lap {
  readonly answers: number;
  /** How many answers there were of each status. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly waits: Waits;
  /** Those of requests which need no store, at the same time: what a busy machine costs everybody. */
  readonly storelessWaits: Waits;
}

/** Several callers, who send one request after the other, between them to each of these services with each of these keys. */
export class Callers {
  readonly #running: Promise<unknown>;
  #heard: Heard[] = [];
  #storeless: Heard[] = [];
  #isOver = false;

  constructor(urls: readonly string[], keys: readonly string[]) {
    const callers = Array.from({ length: CALLERS }, (_, caller) => {
      const key = keys[Math.floor(caller / urls.length) % keys.length] ?? '';
      return this.#call(urls[caller % urls.length] ?? '', { key, body: { length: 20 } }, (heard) =>
        this.#heard.push(heard),
      );
    });
    const others = urls.map((url) =>
      this.#call(url, { method: 'GET', path: '/health/live' }, (heard) => this.#storeless.push(heard)),
    );
    this.#running = Promise.all([...callers, ...others]);
  }

  /** What was heard since the last time that this was asked. */
  lap(): Lap {
    const [heard, storeless] = [this.#heard, this.#storeless];
    this.#heard = [];
    this.#storeless = [];
    const statuses: Record<number, number> = {};
    for (const { status } of heard) statuses[status] = (statuses[status] ?? 0) + 1;
    return { answers: heard.length, statuses, waits: waitsOf(heard), storelessWaits: waitsOf(storeless) };
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

  async #call(url: string, call: Call, note: (heard: Heard) => unknown): Promise<void> {
    while (!this.#isOver) {
      const startMs = performance.now();
      const status = await send(url, call).then(
        (answer) => answer.status,
        () => 0,
      );
      note({ status, ms: performance.now() - startMs });
      await pause(PAUSE_MS);
    }
  }
}

/** 99.9 % were served, none was told that their key or our code is wrong, and the stores made hardly anybody wait longer. */
export function expectUnshaken(lap: Lap, calm: Lap): void {
  expect(calm.statuses, 'before').to.deep.equal({ 200: calm.answers });
  expect(Math.min(lap.answers, calm.answers)).to.be.above(50);
  expectServed(lap);
  const figures = JSON.stringify({ before: calm.waits, now: lap.waits, withoutStores: lap.storelessWaits });
  const added = (wait: keyof Waits) => lap.waits[wait] - Math.max(calm.waits[wait], lap.storelessWaits[wait]);
  expect(added('p99Ms'), figures).to.be.at.most(ADDED_P99_MS);
  expect(added('worstMs'), figures).to.be.at.most(ADDED_AT_WORST_MS);
}

export function expectServed({ answers, statuses }: Lap): void {
  const figures = JSON.stringify(statuses);
  expect(statuses[200], figures).to.be.at.least(answers * 0.999);
  expect(statuses, figures).not.to.have.any.keys('401', '500');
}

function waitsOf(heard: readonly Heard[]): Waits {
  const times = heard.map(({ ms }) => Math.round(ms)).sort((one, other) => one - other);
  return { p99Ms: times[Math.floor(times.length * 0.99)] ?? 0, worstMs: times.at(-1) ?? 0 };
}
