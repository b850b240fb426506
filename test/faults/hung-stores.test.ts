import { expect } from 'chai';
import { Fleet, onOwnStores } from '../support/fleet.ts';
import { runCli } from '../support/process.ts';
import { freePort } from '../support/servers/free-port.ts';

const END_WITHIN_MS = 15_000;
const COMMAND_WITHIN_MS = 10_000;
const KNOWN_WITHIN_MS = 3500;

/** What comes of it, and after how many milliseconds. */
async function timed<T>(act: () => Promise<T>): Promise<{ outcome: T; ms: number }> {
  const startMs = performance.now();
  return { outcome: await act(), ms: performance.now() - startMs };
}

describe('stores that hang', () => {
  const place = onOwnStores({ acme: 'ample' });

  it('hold up no end, with requests under way or once they are known to hang', async () => {
    const { mongo, redis, environment, keyOf } = place();
    // With no time to leave, a request could meet the end of the very connection that it is sent on.
    const settings = { ...environment, DRAIN_SECONDS: '1' };
    const [early, late] = await Promise.all([Fleet.start(settings, 1), Fleet.start(settings, 1)]);
    try {
      // The last use of this key is yet to be written.
      for (const { status } of [...(await early.ask(keyOf('acme'))), ...(await late.ask(keyOf('acme')))]) {
        expect(status).to.equal(200);
      }
      for (const store of [mongo, redis]) store.signal('SIGSTOP');
      const underWay = early.ask(keyOf('acme'));
      const ends = [timed(() => early.services[0]!.end('SIGTERM'))];
      await late.untilAll('degraded', { keys: 'down', quota: 'down' }, KNOWN_WITHIN_MS);
      ends.push(timed(() => late.services[0]!.end('SIGTERM')));
      expect((await underWay).map(({ status }) => status)).to.deep.equal([200]);
      for (const { outcome, ms } of await Promise.all(ends)) {
        const { code, stdout, stderr } = outcome;
        expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
        expect(stdout).to.match(/"message":"stopped"[^\n]*\n$/);
        expect(ms).to.be.below(END_WITHIN_MS);
      }
    } finally {
      for (const store of [mongo, redis]) store.signal('SIGCONT');
      await Promise.all([early.stop(), late.stop()]);
    }
  }).timeout(40_000);

  it('or are away or behind a black hole are told to the operator by one line', async () => {
    const { mongo, toMongo, environment } = place();
    const nowhere = `mongodb://127.0.0.1:${await freePort()}`;
    const commands: [url: string, reason: RegExp, ...args: string[]][] = [
      [nowhere, /ECONNREFUSED/, 'keys', 'list'],
      [mongo.url, /no answer|timed out/, 'subscribers', 'list'],
      [environment.MONGODB_URL, /no answer|timed out/, 'keys', 'create', '--subscriber', 'acme'],
    ];
    mongo.signal('SIGSTOP');
    toMongo.freeze();
    try {
      const ends = commands.map(([MONGODB_URL, , ...args]) => timed(() => runCli(args, { MONGODB_URL })));
      for (const [index, { outcome, ms }] of (await Promise.all(ends)).entries()) {
        const { code, stdout, stderr } = outcome;
        expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
        expect(stderr).to.match(/^MongoDB did not answer \([^\n]+\): check MONGODB_URL, and that it is running\.\n$/);
        expect(stderr).to.match(commands[index]![1]);
        expect(ms).to.be.below(COMMAND_WITHIN_MS);
      }
    } finally {
      mongo.signal('SIGCONT');
      toMongo.thaw();
    }
  }).timeout(30_000);
});
