import { expect } from 'chai';
import { silentMeter as meter } from '../../../src/adapters/metrics/silent-meter.ts';
import { MongoKeyStore } from '../../../src/adapters/mongodb/mongo-key-store.ts';
import { SettableClock } from '../../support/settable-clock.ts';
import { silentLogger as logger } from '../../support/silent-logger.ts';

describe('MongoKeyStore', () => {
  for (const url of ['mongodb://', 'mongodb://me:hunter2@', 'mongodb://me:hunter2@db/?colour=hunter2']) {
    it(`refuses a URL that can’t be read, without repeating it: ${url}`, () => {
      expect(() => new MongoKeyStore({ url, clock: new SettableClock(), logger, meter }))
        .to.throw('MONGODB_URL must be a mongodb:// or mongodb+srv:// URL that the MongoDB driver takes.')
        .with.property('code', 'INVALID_SETTINGS');
    });
  }
});
