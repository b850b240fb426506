import net, { type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { spy } from 'sinon';
import { silentMeter } from '../../src/adapters/metrics/silent-meter.ts';
import { openMongoStores } from '../../src/adapters/mongodb/mongo-stores.ts';
import { SystemClock } from '../../src/adapters/system/system-clock.ts';
import { ownMongo } from '../support/servers/mongo-server.ts';
import { onServer } from '../support/servers/required-stores.ts';
import { silentLogger } from '../support/silent-logger.ts';
import { until } from '../support/until.ts';

const BACK_WITHIN_MS = 5000;
/** The driver's monitor looks for a server no more often. */
const MONITOR_EVERY_MS = 500;

// mongodb 7.9 waits for ever for the answer to what its monitor has written to a connection that was just going, and looks
// for no server any more. A proxy that ends all connections as MongoDB is killed brings it about now and then; here,
// its two connections go in that very order.
describe('the driver of MongoDB', () => {
  const mongo = onServer({ what: 'MongoDB', get: ownMongo });

  it('finds the server again although its monitor lost its connection in a bad moment', async () => {
    const connecting = spy(net, 'createConnection');
    const { keyStore: store } = openMongoStores({
      url: mongo().url,
      clock: new SystemClock(),
      logger: silentLogger,
      meter: silentMeter,
    });
    try {
      await until('MongoDB is up', BACK_WITHIN_MS, () => store.isUp());
      const [monitor, pooled] = connecting.returnValues as [Socket, Socket];
      expect(connecting.returnValues.map(({ remotePort }) => remotePort)).to.deep.equal([mongo().port, mongo().port]);
      await pause(MONITOR_EVERY_MS + 100);
      mongo().signal('SIGSTOP');
      const lookUp = store.findCredential('a digest').then(
        () => 'found',
        () => 'failed',
      );
      await pause(100);
      monitor.destroy();
      pooled.destroy(new Error('reset'));
      mongo().signal('SIGCONT');
      await lookUp;
      await until('a look-up', BACK_WITHIN_MS, () =>
        store.findCredential('another digest').then(
          () => true,
          () => false,
        ),
      );
    } finally {
      connecting.restore();
      await store.close();
    }
  });
});
