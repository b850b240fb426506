import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Container } from 'inversify';
import { ids } from '../../src/composition/ids.ts';
import { withInstances } from '../support/instances.ts';
import { onMeteredStores } from '../support/metered-stores.ts';
import { withServiceProcess } from '../support/process.ts';
import { SettableClock } from '../support/settable-clock.ts';
import { loadSteadily } from '../support/steady-load.ts';
import { ask } from '../support/two-services.ts';

const CALLERS = 24;
const SECONDS = 5;

describe('what instances send to shared stores', () => {
  const stores = onMeteredStores();

  it('is a Redis command a request, and a MongoDB command for ten at most, and never a key', () =>
    withServiceProcess(stores().environment, async ({ url }) => {
      const { addCustomer, mongo, redis } = stores();
      const customers = await Promise.all(Array.from({ length: CALLERS }, () => addCustomer('annual')));
      const keys = customers.map(({ key }) => key);
      await loadSteadily({ urls: [url], keys, perSecond: 50, seconds: 1 });
      mongo.counts.clear();
      redis.counts.clear();
      const requests = await loadSteadily({ urls: [url], keys, perSecond: 50, seconds: SECONDS });
      const seen = JSON.stringify({ requests, redis: redis.counts.byName(), mongo: mongo.counts.byName() });
      expect(redis.counts.of('EVALSHA'), seen).to.equal(requests);
      expect(redis.counts.total(), seen).to.equal(requests);
      expect(mongo.counts.of('aggregate'), 'keys are looked up anew').to.be.at.least(1);
      expect(mongo.counts.total(), seen).to.be.at.most(0.1 * requests);

      const sent = mongo.bytes();
      for (const key of keys) {
        expect(sent.includes(createHash('sha256').update(key).digest('base64url')), 'a digest').to.equal(true);
        // Neither a key nor either half of it.
        for (const secret of [key.slice(4, 22), key.slice(-18)]) {
          expect(sent.includes(secret) || redis.bytes().includes(secret)).to.equal(false);
        }
      }
    }));

  it('is a look-up of a busy key about once in 4 seconds, and one note of its use', () =>
    withServiceProcess(stores().environment, async ({ url }) => {
      const { addCustomer, mongo } = stores();
      const { key } = await addCustomer('annual');
      mongo.counts.clear();
      await loadSteadily({ urls: [url], keys: [key], perSecond: 15, seconds: 7 });
      const seen = JSON.stringify(mongo.counts.byName());
      // At its first use, and then each after 3 to 4.75 seconds.
      expect(mongo.counts.of('aggregate'), seen).to.be.within(2, 3);
      expect(mongo.counts.of('update'), seen).to.equal(1);
    }));

  it('is a note of a key’s use once a minute at most from each', async () => {
    const { environment, addCustomer, mongo } = stores();
    const { key, keyId } = await addCustomer('annual');
    const clock = new SettableClock();
    const option = {
      settings: { mongodbUrl: environment.MONGODB_URL, redisUrl: environment.REDIS_URL },
      rebind: (container: Container) => container.rebind(ids.clock).toConstantValue(clock),
    };
    await withInstances([option, option], async (instances) => {
      const useOften = async () => {
        for (const instance of [...instances, ...instances]) {
          await ask(instance, key);
          await instance.container.get(ids.recordUses).flush();
        }
      };
      const lastUse = async () => (await instances[0]!.container.get(ids.keyStore).findKey(keyId))?.lastUsedAtMs;
      mongo.counts.clear();
      const firstUseMs = clock.nowMs();
      for (let second = 0; second < 60; second += 6) {
        await useOften();
        clock.advance(6000);
        expect(await lastUse()).to.equal(firstUseMs);
      }
      expect(mongo.counts.of('update'), 'in the first minute').to.be.within(1, 2);
      await useOften();
      expect(await lastUse()).to.equal(firstUseMs + 60_000);
      expect(mongo.counts.of('update'), 'in both').to.be.within(2, 4);
    });
  });
});
