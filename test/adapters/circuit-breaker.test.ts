import { expect } from 'chai';
import { CircuitBreaker } from '../../src/adapters/circuit-breaker.ts';
import { silentMeter } from '../../src/adapters/metrics/silent-meter.ts';
import { silentLogger } from '../support/silent-logger.ts';

const DEADLINE_MS = 100;
const refusal = new Error('connection refused');
const hangs = () => new Promise<never>(() => {});
const answers = async () => 'answer';
const fails = () => Promise.reject(refusal);

/** A breaker whose ticks, of 25 ms each, come when the test says so, before a store that does as the test says. */
function breaking({ probe = answers as () => Promise<unknown> } = {}) {
  const log: string[] = [];
  const measured: string[] = [];
  const store = { probe, probes: 0 };
  let tick = (_passedMs: number) => {};
  const breaker = new CircuitBreaker({
    name: 'Store',
    whileAway: 'others do its work',
    deadlineMs: DEADLINE_MS,
    probe: () => {
      store.probes += 1;
      return store.probe();
    },
    logger: {
      ...silentLogger,
      info: (message) => log.push(message),
      warn: (message, fields) => log.push(`${message} (${(fields as { error: Error }).error.message})`),
    },
    meter: {
      ...silentMeter,
      storeCalled: ({ store, outcome }) => measured.push(`${store} ${outcome}`),
      storeChanged: (store, isUp) => measured.push(`${store} ${isUp ? 'up' : 'down'}`),
    },
    tick: (everyMs, act) => {
      expect(everyMs).to.equal(25);
      tick = act;
      return () => log.push('ticks no more');
    },
  });
  const pass = async (ms: number, { lateMs = 0 } = {}) => {
    for (let passed = 0; passed < ms; passed += 25) {
      tick(25 + lateMs);
      await settle();
    }
  };
  return { breaker, store, log, measured, pass };
}

/** Lets all that can go on without time or input go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  return call.catch(({ code, message, cause }) => ({ code, message, cause: cause.message }));
}

const unavailable = (cause: string) => ({ code: 'STORE_UNAVAILABLE', message: 'Store did not answer.', cause });

describe('CircuitBreaker', () => {
  it('lets calls through once the store has answered, and says nothing of that', async () => {
    const { breaker, log } = breaking();
    expect(await breaker.isClosed()).to.equal(true);
    expect(await breaker.call(answers)).to.equal('answer');
    expect(log).to.deep.equal([]);
  });

  it('starts without the store after two seconds, says why, and lets calls through when it comes', async () => {
    const { breaker, store, log, pass } = breaking({ probe: fails });
    let isClosed: boolean | undefined;
    void breaker.isClosed().then((answer) => {
      isClosed = answer;
    });
    await pass(1975);
    expect({ isClosed, log }).to.deep.equal({ isClosed: undefined, log: [] });
    await pass(25);
    expect(isClosed).to.equal(false);
    expect(log).to.deep.equal(['Store is away: others do its work (connection refused)']);
    expect(await outcomeOf(breaker.call(answers))).to.deep.equal(unavailable('connection refused'));
    store.probe = answers;
    await pass(250);
    expect(await breaker.call(answers)).to.equal('answer');
    expect(log.slice(1)).to.deep.equal(['Store is back']);
  });

  it('gives up a call that hangs, with all that wait, before its deadline is over', async () => {
    const { breaker, log, pass } = breaking();
    await settle();
    const first = outcomeOf(breaker.call(hangs));
    await pass(50);
    const second = outcomeOf(breaker.call(hangs));
    await pass(25);
    expect(log).to.deep.equal([]);
    await pass(25);
    const hung = unavailable('no answer within 100 ms');
    expect([await first, await second]).to.deep.equal([hung, hung]);
    expect(log).to.deep.equal(['Store is away: others do its work (no answer within 100 ms)']);
  });

  it('gives the store twice the time where its own ticks come late, for then it is the machine that is busy', async () => {
    const { breaker, log, pass } = breaking();
    await settle();
    const call = outcomeOf(breaker.call(hangs));
    await pass(175, { lateMs: 13 });
    expect(log).to.deep.equal([]);
    await pass(25, { lateMs: 13 });
    expect(await call).to.deep.equal(unavailable('no answer within 100 ms'));
  });

  it('lets nobody wait while it is open, and asks for a sign of life four times a second', async () => {
    const { breaker, store, log, pass } = breaking();
    await settle();
    store.probe = fails;
    const call = outcomeOf(breaker.call(hangs));
    await pass(100);
    await call;
    let calls = 0;
    const counted = () => {
      calls += 1;
      return answers();
    };
    expect(await outcomeOf(breaker.call(counted))).to.have.property('code', 'STORE_UNAVAILABLE');
    expect(calls).to.equal(0);
    store.probes = 0;
    await pass(1000);
    expect(store.probes).to.equal(4);
    expect(log).to.have.length(1);
    expect(await breaker.isClosed()).to.equal(false);
    store.probe = answers;
    await pass(250);
    expect(await breaker.call(counted)).to.equal('answer');
  });

  it('takes three failures in a row for an outage, and not two', async () => {
    const { breaker, log } = breaking();
    await settle();
    for (let time = 0; time < 2; time += 1) {
      expect(await outcomeOf(breaker.call(fails))).to.deep.equal(unavailable('connection refused'));
      expect(await outcomeOf(breaker.call(fails))).to.deep.equal(unavailable('connection refused'));
      expect(await breaker.call(answers)).to.equal('answer');
    }
    expect(log).to.deep.equal([]);
    for (let time = 0; time < 3; time += 1) await outcomeOf(breaker.call(fails));
    expect(await breaker.isClosed()).to.equal(false);
    expect(log).to.deep.equal(['Store is away: others do its work (connection refused)']);
  });

  it('does not open again for calls that it gave up and that fail long after', async () => {
    const { breaker, log, pass } = breaking();
    await settle();
    const failures: ((reason: Error) => void)[] = [];
    const failsLate = () => new Promise((_, reject) => failures.push(reject));
    const calls = [1, 2, 3].map(() => outcomeOf(breaker.call(failsLate)));
    await pass(350);
    await Promise.all(calls);
    expect(log.at(-1)).to.equal('Store is back');
    for (const fail of failures) fail(refusal);
    await settle();
    expect(await breaker.call(answers)).to.equal('answer');
  });

  it('asks an idle store every second and a half, a busy one never, and finds out by it that the store is away', async () => {
    const { breaker, store, log, pass } = breaking();
    await settle();
    store.probes = 0;
    await pass(6000);
    expect(store.probes).to.equal(4);
    for (let time = 0; time < 20; time += 1) {
      await breaker.call(answers);
      await pass(200);
    }
    expect(store.probes).to.equal(4);
    store.probe = hangs;
    await pass(1600);
    expect(log).to.deep.equal(['Store is away: others do its work (no answer within 100 ms)']);
  });

  it('measures each call and its own state, once it is known', async () => {
    const { breaker, store, measured, pass } = breaking();
    await settle();
    await breaker.call(answers);
    await outcomeOf(breaker.call(fails));
    store.probe = fails;
    const hung = outcomeOf(breaker.call(hangs));
    await pass(100);
    await hung;
    await outcomeOf(breaker.call(answers));
    expect(measured).to.deep.equal(['Store up', 'Store answered', 'Store failed', 'Store down', 'Store failed']);
  });

  it('lets nothing through once it is ended, whatever is still under way', async () => {
    const { breaker, log, pass } = breaking();
    await settle();
    const waiting = outcomeOf(breaker.call(hangs));
    breaker.end();
    expect(await waiting).to.deep.equal(unavailable('it was closed'));
    expect(await outcomeOf(breaker.call(answers))).to.deep.equal(unavailable('it was closed'));
    expect(await breaker.isClosed()).to.equal(false);
    await pass(5000);
    expect(log).to.deep.equal(['ticks no more']);
  });

  it('is told at once when it is ended before the first answer', async () => {
    const { breaker } = breaking({ probe: hangs });
    const isClosed = breaker.isClosed();
    breaker.end();
    expect(await isClosed).to.equal(false);
  });
});
