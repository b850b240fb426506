import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { inWindowsOf, withInstances } from '../support/instances.ts';
import { spawnService, withServiceProcess } from '../support/process.ts';
import { withRedis } from '../support/redis-keys.ts';
import { onSharedStores } from '../support/shared-stores.ts';
import { ask, onTwoServices, remainingOf } from '../support/two-services.ts';

const LIMIT = 150;
const HOUR_MS = 3_600_000;

/** For the environment of a process, so that its clock is wrong. */
const clockWrongBy = (hours: number) => ({
  NODE_OPTIONS: `--import=data:text/javascript,{const{now}=Date;Date.now=()=>now()+${hours * HOUR_MS}}`,
});

describe('the count of a subscriber', () => {
  const stores = onSharedStores();
  const services = onTwoServices(() => stores().environment);

  it('goes down by one with each request, whichever instance is asked, and with whichever key', async () => {
    const { id, key } = await stores().addCustomer('annual');
    const { key: another } = await stores().addKey(id);
    const { key: somebodyElse } = await stores().addCustomer('annual');
    let left = LIMIT;
    for (const text of [key, another, another, key, key, another]) {
      for (const service of [...services(), ...services()]) {
        left -= 1;
        expect(remainingOf(await ask(service, text))).to.equal(left);
      }
    }
    expect(remainingOf(await ask(services()[1]!, somebodyElse))).to.equal(LIMIT - 1);
  });

  it('is the same where both are asked at once: each remainder is given once, and then nothing', async () => {
    const { key } = await stores().addCustomer('enterprise');
    const answers = await Promise.all(Array.from({ length: 120 }, (_, at) => ask(services()[at % 2]!, key)));
    const accepted = answers.filter(({ status }) => status === 200).map(remainingOf);
    expect(accepted.sort((one, other) => one - other)).to.deep.equal(Array.from({ length: 100 }, (_, left) => left));
    expect(answers.filter(({ status }) => status === 429)).to.have.length(20);
  });

  it('is one key in Redis, alone in its hash tag, and gone a minute after the last request', async () => {
    const { id, keyId, key } = await stores().addCustomer('annual');
    const { key: another } = await stores().addKey(id);
    for (const text of [key, another]) for (const service of services()) await ask(service, text);
    await withRedis(stores().redisUrl, async (redis) => {
      const name = `passwords:quota:sliding:{${id}}`;
      expect(await redis.keys(`*${id}*`)).to.deep.equal([name]);
      expect(await redis.pttl(name)).to.be.within(50_000, 60_000);
      expect(await redis.llen(name)).to.equal(4);
      for (const secret of [keyId, key.slice(0, 12), key.slice(-12)]) {
        expect(await redis.keys(`*${secret}*`)).to.deep.equal([]);
      }
    });
  });

  it('outlives each instance', async () => {
    const { key } = await stores().addCustomer('annual');
    const first = await spawnService(stores().environment);
    for (let request = 1; request <= 5; request += 1) await ask(first, key);
    await first.end('SIGKILL');
    const second = await spawnService(stores().environment);
    try {
      expect(remainingOf(await ask(second, key))).to.equal(LIMIT - 6);
    } finally {
      await second.end();
    }
    expect(remainingOf(await ask(services()[0]!, key))).to.equal(LIMIT - 7);
  });

  it('does not go by the clocks of instances, even where they are wrong by hours', async () => {
    const { environment, addCustomer } = stores();
    const { key } = await addCustomer('enterprise');
    await withServiceProcess({ ...environment, ...clockWrongBy(7) }, (ahead) =>
      withServiceProcess({ ...environment, ...clockWrongBy(-5) }, async (behind) => {
        // In the order of their clocks: by those, what one has counted would be long over for the next.
        const all = [behind, services()[0]!, ahead];
        const generatedAt: number[] = [];
        for (let left = 99; left >= 0; left -= 1) {
          const answer = await ask(all[left % all.length]!, key);
          expect(remainingOf(answer)).to.equal(left);
          generatedAt.push(Date.parse(answer.json.data.generatedAt));
        }
        expect(Math.max(...generatedAt) - Math.min(...generatedAt), 'the clocks').to.be.above(11 * HOUR_MS);
        const refusals = await Promise.all(all.map((instance) => ask(instance, key)));
        const waits = refusals.map(({ headers }) => Number(headers.get('retry-after')));
        expect(Math.max(...waits) - Math.min(...waits)).to.be.at.most(1);
        expect(waits[0]).to.be.within(40, 60);
      }),
    );
  });

  it('begins anew for both at once in a fixed window', async () => {
    const { mongodbUrl, redisUrl, addCustomer } = stores();
    const { id, key } = await addCustomer('annual');
    const option = {
      settings: { mongodbUrl, redisUrl, rateLimitWindow: 'fixed' as const },
      rebind: inWindowsOf(2),
    };
    await withInstances([option, option], async ([one, other]) => {
      expect(remainingOf(await ask(one!, key))).to.equal(LIMIT - 1);
      const openedMs = Date.now();
      await pause(600);
      expect(remainingOf(await ask(other!, key))).to.equal(LIMIT - 2);
      expect(remainingOf(await ask(one!, key))).to.equal(LIMIT - 3);
      await withRedis(redisUrl, async (redis) => {
        const name = `passwords:quota:fixed:{${id}}`;
        expect(await redis.keys(`*${id}*`)).to.deep.equal([name]);
        expect(await redis.pttl(name)).to.be.within(1, 1400);
      });
      // The two later ones would still count in a sliding window.
      await pause(openedMs + 2010 - Date.now());
      expect(remainingOf(await ask(other!, key))).to.equal(LIMIT - 1);
      expect(remainingOf(await ask(one!, key))).to.equal(LIMIT - 2);
    });
  });
});
