import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { attemptOf } from '../support/attempts.ts';
import { Callers, expectServed, expectUnshaken } from '../support/callers.ts';
import { onFleet, onOwnStores, type Place } from '../support/fleet.ts';
import { withRedis } from '../support/redis-keys.ts';
import { freePort } from '../support/servers/free-port.ts';
import { burst, expectExhausted, SMALL_LIMIT } from '../support/small-plan.ts';

const CALM_MS = 1000;
const AWAY_MS = 3000;
const KNOWN_WITHIN_MS = 2000;
const SHARED_AGAIN_WITHIN_MS = 5000;
const up = { keys: 'up', quota: 'up' } as const;
const withoutRedis = { keys: 'up', quota: 'down' } as const;

const tell =
  (...[command, ...args]: [string, ...string[]]) =>
  ({ redis }: Place) =>
    withRedis(redis.url, (client) => client.call(command, ...args));

/** What goes wrong, and how it is mended. */
const faults: [what: string, fault: (at: Place) => unknown, mend: (at: Place) => unknown][] = [
  ['is killed', ({ redis }) => redis.kill(), ({ redis }) => redis.restart()],
  ['hangs', ({ redis }) => redis.signal('SIGSTOP'), ({ redis }) => redis.signal('SIGCONT')],
  ['leaves its connections half open', ({ toRedis }) => toRedis.freeze(), ({ toRedis }) => toRedis.thaw()],
  ['resets all connections', ({ toRedis }) => toRedis.cut(), ({ toRedis }) => toRedis.mend()],
  ['has no memory for a write', tell('CONFIG', 'SET', 'maxmemory', '1'), tell('CONFIG', 'SET', 'maxmemory', '0')],
  [
    'is a replica that takes no writes',
    async (place) => tell('REPLICAOF', '127.0.0.1', String(await freePort()))(place),
    tell('REPLICAOF', 'NO', 'ONE'),
  ],
];

/** What may come to pass every moment and is no outage. */
const disturbances: [what: string, command: [string, ...string[]]][] = [
  ['forgets its scripts', ['SCRIPT', 'FLUSH']],
  ['closes its connections', ['CLIENT', 'KILL', 'TYPE', 'normal']],
];

/** Others for each attempt: what a first one has used up is gone for a minute. */
const ATTEMPTS = [0, 1];
const small = (name: string) =>
  Object.fromEntries(
    ATTEMPTS.flatMap((attempt) => faults.map((_, index) => [`${name}-${index}-${attempt}`, 'small'] as const)),
  );

describe('Redis', () => {
  const place = onOwnStores({
    acme: 'ample',
    globex: 'ample',
    ...small('meanwhile'),
    ...small('after'),
    ...small('spent'),
  });
  const services = onFleet(place);
  const startCallers = () => new Callers(services().urls, [place().keyOf('acme'), place().keyOf('globex')]);
  before('warms up', async () => {
    const callers = startCallers();
    await callers.lapOf(CALM_MS);
    await callers.stop();
  });

  for (const [index, [what, fault, mend]] of faults.entries()) {
    it(`${what}: all are served, each service holds the limits, and the count is shared again soon`, async function () {
      const [fleet, { keyOf }] = [services(), place()];
      const ofAttempt = (name: string) => keyOf(`${name}-${index}-${attemptOf(this)}`);
      const logEnds = fleet.logEnds();
      const callers = startCallers();
      try {
        const before = await fleet.ask(ofAttempt('meanwhile'));
        expect(before.map(({ status }) => status)).to.deep.equal([200, 200]);
        const calm = await callers.lapOf(CALM_MS);
        await fault(place());
        try {
          await fleet.untilAll('degraded', withoutRedis, KNOWN_WITHIN_MS);
          await pause(AWAY_MS);
          expectUnshaken(callers.lap(), calm);
          const accepted = await burst(fleet.urls, ofAttempt('meanwhile'));
          // Each by itself, and with what it has accepted before.
          expect(accepted).to.deep.equal([SMALL_LIMIT - 1, SMALL_LIMIT - 1]);
        } finally {
          await mend(place());
        }
        await fleet.untilAll('ready', up, SHARED_AGAIN_WITHIN_MS);
        const [one = 0, other = 0] = await burst(fleet.urls, ofAttempt('after'));
        expect(one + other, 'together').to.equal(SMALL_LIMIT);
        expectServed(callers.lap());
        for (const message of [/^Redis is away: each instance holds the limits/, /^Redis is back$/]) {
          expect(fleet.logged(message, logEnds).map((lines) => lines.length)).to.deep.equal([1, 1]);
        }
      } finally {
        await callers.stop();
      }
      expect(fleet.isRunning, 'with no restart').to.equal(true);
    });
  }

  for (const [what, command] of disturbances) {
    it(`${what} time and again: nobody is refused`, async () => {
      const fleet = services();
      const callers = startCallers();
      try {
        const calm = await callers.lapOf(CALM_MS);
        await withRedis(place().redis.url, async (client) => {
          for (let time = 0; time < 15; time += 1) {
            await client.call(command[0], ...command.slice(1));
            await pause(100);
          }
        });
        expectUnshaken(callers.lap(), calm);
        await fleet.untilAll('ready', up, SHARED_AGAIN_WITHIN_MS);
      } finally {
        await callers.stop();
      }
    });
  }

  it('refused somebody before it hangs: they stay refused for as long as they were told', async function () {
    const [fleet, { redis, keyOf }] = [services(), place()];
    const spent = keyOf(`spent-0-${attemptOf(this)}`);
    const [one = 0, other = 0] = await burst(fleet.urls, spent);
    expect(one + other).to.equal(SMALL_LIMIT);
    const told = Math.max(...(await fleet.ask(spent)).map(expectExhausted));
    redis.signal('SIGSTOP');
    try {
      await fleet.untilAll('degraded', withoutRedis, KNOWN_WITHIN_MS);
      for (let passed = 1; passed <= 2; passed += 1) {
        await pause(1000);
        for (const answer of await fleet.ask(spent)) {
          expect(expectExhausted(answer)).to.be.within(told - 10, told - passed);
        }
      }
    } finally {
      redis.signal('SIGCONT');
    }
    await fleet.untilAll('ready', up, SHARED_AGAIN_WITHIN_MS);
  });
});
