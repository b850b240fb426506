import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Callers, expectServed, expectUnshaken } from '../support/callers.ts';
import { strangeKey, withKeys } from '../support/customers.ts';
import { expectFailure, type FailureCode } from '../support/failures.ts';
import { type Fleet, onFleet, onOwnStores, type Place } from '../support/fleet.ts';
import { type Answer, send } from '../support/service.ts';
import { until } from '../support/until.ts';

const CALM_MS = 1000;
/** Longer than any answer of MongoDB is given again without asking it. */
const AWAY_MS = 5500;
const BACK_WITHIN_MS = 5000;
const UNKNOWN_KEY_WITHIN_MS = 2000;
/** More than an address may fail in a minute. */
const UNKNOWN_KEYS = 35;
/** All of them, one after the other: nobody waits. */
const UNKNOWN_KEYS_WITHIN_MS = 3500;
const up = { keys: 'up', quota: 'up' } as const;
const withoutMongo = { keys: 'down', quota: 'up' } as const;

/** What goes wrong, and how it is mended. */
const faults: [what: string, fault: (at: Place) => unknown, mend: (at: Place) => unknown][] = [
  ['is killed', ({ mongo }) => mongo.kill(), ({ mongo }) => mongo.restart()],
  ['hangs', ({ mongo }) => mongo.signal('SIGSTOP'), ({ mongo }) => mongo.signal('SIGCONT')],
  ['leaves its connections half open', ({ toMongo }) => toMongo.freeze(), ({ toMongo }) => toMongo.thaw()],
  ['resets all connections', ({ toMongo }) => toMongo.cut(), ({ toMongo }) => toMongo.mend()],
];

const challenges: Partial<Record<FailureCode, Record<string, string>>> = {
  STORE_UNAVAILABLE: { 'retry-after': '5' },
  MISSING_API_KEY: { 'www-authenticate': 'Bearer realm="passwords"' },
  INVALID_API_KEY: { 'www-authenticate': 'Bearer realm="passwords", error="invalid_token"' },
};

async function expectAll(answers: Promise<Answer[]>, code: FailureCode, withinMs: number): Promise<void> {
  const startMs = performance.now();
  for (const answer of await answers) expectFailure(answer, code, { headers: challenges[code] ?? {} });
  expect(performance.now() - startMs, code).to.be.below(withinMs);
}

const statuses = async (answers: Promise<Answer[]>) => (await answers).map(({ status }) => status);

/** Keys that can't be checked are told so, and what needs no check is judged as ever. */
async function expectHonest(fleet: Fleet): Promise<void> {
  await expectAll(fleet.ask(strangeKey()), 'STORE_UNAVAILABLE', UNKNOWN_KEY_WITHIN_MS);
  await fleet.untilAll('degraded', withoutMongo, UNKNOWN_KEY_WITHIN_MS);
  const startMs = performance.now();
  for (let time = 0; time < UNKNOWN_KEYS; time += 1) {
    await expectAll(fleet.ask(strangeKey()), 'STORE_UNAVAILABLE', UNKNOWN_KEY_WITHIN_MS);
  }
  expect(performance.now() - startMs).to.be.below(UNKNOWN_KEYS_WITHIN_MS);
  const key = strangeKey();
  const mistyped = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
  await expectAll(fleet.ask(mistyped), 'INVALID_API_KEY', UNKNOWN_KEY_WITHIN_MS);
  await expectAll(fleet.ask(''), 'MISSING_API_KEY', UNKNOWN_KEY_WITHIN_MS);
}

describe('MongoDB', () => {
  const place = onOwnStores({ acme: 'ample', globex: 'ample', initech: 'ample' }, { lasting: true });
  const services = onFleet(place);
  const startCallers = () => new Callers(services().urls, [place().keyOf('acme'), place().keyOf('globex')]);
  before('warms up', async () => {
    const callers = startCallers();
    await callers.lapOf(CALM_MS);
    await callers.stop();
  });

  for (const [what, fault, mend] of faults) {
    it(`${what}: known keys go on, others are told to come again, and all is well soon after it is back`, async () => {
      const fleet = services();
      const logEnds = fleet.logEnds();
      const callers = startCallers();
      try {
        const calm = await callers.lapOf(CALM_MS);
        await fault(place());
        try {
          const sinceMs = performance.now();
          await expectHonest(fleet);
          await pause(AWAY_MS - (performance.now() - sinceMs));
          expectUnshaken(callers.lap(), calm);
        } finally {
          await mend(place());
        }
        await fleet.untilAll('ready', up, BACK_WITHIN_MS);
        await expectAll(fleet.ask(strangeKey()), 'INVALID_API_KEY', UNKNOWN_KEY_WITHIN_MS);
        const wish = { subscriberId: 'initech', name: null, expiresInMs: null };
        const { text } = await withKeys(place().mongo.url, (keys) => keys.create(wish));
        expect(await statuses(fleet.ask(text)), 'a new key').to.deep.equal([200, 200]);
        expectServed(callers.lap());
        for (const message of [/^MongoDB is away: keys that were verified/, /^MongoDB is back$/]) {
          expect(fleet.logged(message, logEnds).map((lines) => lines.length)).to.deep.equal([1, 1]);
        }
      } finally {
        await callers.stop();
      }
      expect(fleet.isRunning, 'with no restart').to.equal(true);
    });
  }

  it('is cut off while a key is revoked: the key ends soon after it is back', async () => {
    const [fleet, { mongo, toMongo }] = [services(), place()];
    const wish = { subscriberId: 'initech', name: null, expiresInMs: null };
    const { key, text } = await withKeys(mongo.url, (keys) => keys.create(wish));
    await fleet.untilAll('ready', up, BACK_WITHIN_MS);
    expect(await statuses(fleet.ask(text))).to.deep.equal([200, 200]);
    toMongo.cut();
    try {
      await fleet.untilAll('degraded', withoutMongo, UNKNOWN_KEY_WITHIN_MS);
      await withKeys(mongo.url, (keys) => keys.revoke(key.id));
      expect(await statuses(fleet.ask(text))).to.deep.equal([200, 200]);
    } finally {
      toMongo.mend();
    }
    // Whoever has said so is not asked again: after 30 such answers it would block the address.
    const waitingFor = new Set(fleet.urls);
    await until('the end of the key', BACK_WITHIN_MS, async () => {
      for (const url of waitingFor) {
        const { status } = await send(url, { key: text, body: { length: 20 } });
        if (status === 401) waitingFor.delete(url);
      }
      return waitingFor.size === 0;
    });
  });
});
