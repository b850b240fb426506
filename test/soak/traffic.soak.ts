import { expect } from 'chai';
import { onMeteredStores } from '../support/metered-stores.ts';
import { type ServiceProcess, withServiceProcess } from '../support/process.ts';
import { loadSteadily } from '../support/steady-load.ts';

interface Load {
  readonly perSecond: number;
  readonly seconds: number;
}

describe('what goes to shared stores, over a longer time', () => {
  const stores = onMeteredStores();

  async function newKeys(count: number): Promise<string[]> {
    const customers = await Promise.all(Array.from({ length: count }, () => stores().addCustomer('annual')));
    return customers.map(({ key }) => key);
  }

  /** Loads instances, and gives what they sent meanwhile. */
  async function measure(services: readonly ServiceProcess[], keys: readonly string[], load: Load) {
    const { mongo, redis } = stores();
    mongo.counts.clear();
    redis.counts.clear();
    const urls = services.map(({ url }) => url);
    const requests = await loadSteadily({ urls, keys, ...load });
    const figures = {
      instances: urls.length,
      callers: keys.length,
      ...load,
      requests,
      redisPerRequest: redis.counts.total() / requests,
      mongoPerRequest: mongo.counts.total() / requests,
      redis: redis.counts.byName(),
      mongo: mongo.counts.byName(),
    };
    console.log('traffic', figures);
    return figures;
  }

  const onOne = <T>(use: (one: ServiceProcess) => Promise<T>) => withServiceProcess(stores().environment, use);

  it('is little from one instance, first look-ups and all', () =>
    onOne(async (one) => {
      const { redisPerRequest, mongoPerRequest } = await measure([one], await newKeys(24), {
        perSecond: 50,
        seconds: 20,
      });
      expect(redisPerRequest).to.equal(1);
      expect(mongoPerRequest).to.be.at.most(0.1);
    }));

  it('is little from two instances that share as many requests, once they know the keys', () =>
    onOne((one) =>
      onOne(async (other) => {
        const keys = await newKeys(24);
        await measure([one, other], keys, { perSecond: 50, seconds: 20 });
        const { redisPerRequest, mongoPerRequest } = await measure([one, other], keys, { perSecond: 50, seconds: 20 });
        expect(redisPerRequest).to.equal(1);
        expect(mongoPerRequest).to.be.at.most(0.1);
      }),
    ));

  it('is a look-up in about 4 seconds for a busy key, and a note of its use a minute', () =>
    onOne(async (one) => {
      // Below the limit of its plan.
      const { mongo } = await measure([one], await newKeys(1), { perSecond: 2.4, seconds: 70 });
      expect(mongo.aggregate).to.be.within(70 / 5, 70 / 3);
      expect(mongo.update).to.be.within(1, 2);
    }));
});
