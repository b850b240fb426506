import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { silentMeter as meter } from '../../../src/adapters/metrics/silent-meter.ts';
import { inBackground, MongoDatabase } from '../../../src/adapters/mongodb/mongo-database.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { ownMongo } from '../../support/servers/mongo-server.ts';
import { onServer } from '../../support/servers/required-stores.ts';
import { silentLogger as logger } from '../../support/silent-logger.ts';

const AT_ONCE_MS = 200;

describe('MongoDatabase', () => {
  for (const url of ['mongodb://', 'mongodb://me:hunter2@', 'mongodb://me:hunter2@db/?colour=hunter2']) {
    it(`refuses a URL that can’t be read, without repeating it: ${url}`, () => {
      expect(() => new MongoDatabase({ url, logger, meter }))
        .to.throw('MONGODB_URL must be a mongodb:// or mongodb+srv:// URL that the MongoDB driver takes.')
        .with.property('code', 'INVALID_SETTINGS');
    });
  }

  it('lets the dashboard wait for nothing where MongoDB is away', async () => {
    const database = new MongoDatabase({ url: `mongodb://127.0.0.1:${await freePort()}`, logger, meter });
    try {
      expect(await database.isUp()).to.equal(false);
      const startMs = performance.now();
      const error = await rejectionOf(database.use(async () => 'used'));
      expect(error).to.include({ code: 'STORE_UNAVAILABLE', message: 'MongoDB is away.' });
      expect(performance.now() - startMs).to.be.below(AT_ONCE_MS);
    } finally {
      await database.close();
    }
  });

  describe('on a server', () => {
    const mongo = onServer({ what: 'MongoDB', get: ownMongo });

    it('makes the dashboard’s indexes before its first use, and not for a look-up', async () => {
      const url = `${mongo().url}/indexes`;
      const database = new MongoDatabase({ url, logger, meter });
      const client = new MongoClient(url);
      const indexes = async () => {
        const listed = (await client.db().collections()).map(async (collection) => {
          const found = (await collection.indexes()).filter(({ name }) => name !== '_id_');
          const keys = found.map(({ key, unique }) => `${Object.keys(key)}${unique ? ' once' : ''}`);
          return [collection.collectionName, keys.sort()];
        });
        return Object.fromEntries(await Promise.all(listed));
      };
      const forKeys = { keys: ['digest once', 'subscriberId'] };
      try {
        await database.look(({ keys }) => keys.findOne());
        expect(await indexes()).to.deep.equal(forKeys);
        expect(await database.use(indexes)).to.deep.equal({
          ...forKeys,
          accounts: ['email once'],
          invitations: ['digest once'],
          sessions: ['subscriberId'],
          usage: ['span,atMs', 'subscriberId,span,atMs'],
          events: ['atMs', 'subscriberId,atMs,_id'],
        });
      } finally {
        await client.close();
        await database.close();
      }
    });

    it('lets what nobody waits for take longer', async () => {
      const database = new MongoDatabase({ url: mongo().url, logger, meter });
      try {
        const slow = database.useInBackground(() => pause(3300, 'done'));
        expect(await slow).to.equal('done');
        expect(inBackground).to.include({ socketTimeoutMS: 60_000 });
      } finally {
        await database.close();
      }
    });

    it('gives up what the dashboard waits for after three seconds', async () => {
      const database = new MongoDatabase({ url: mongo().url, logger, meter });
      try {
        expect(await database.use(({ events }) => events.findOne())).to.equal(null);
        mongo().signal('SIGSTOP');
        const startMs = performance.now();
        const error = await rejectionOf(database.use(({ events }) => events.findOne()));
        expect(error).to.include({ code: 'STORE_UNAVAILABLE' });
        expect(performance.now() - startMs).to.be.within(2900, 3500);
      } finally {
        mongo().signal('SIGCONT');
        await database.close();
      }
    });
  });
});
