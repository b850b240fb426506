import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Beat } from '../support/beat.ts';
import { runCli } from '../support/process.ts';
import { type Customer, newSubscriberId, onSharedStores } from '../support/shared-stores.ts';
import { ask, onTwoServices, summaryOf } from '../support/two-services.ts';

const PROMISED_MS = 5000;
/** After so long nobody asks any more. */
const OVERDUE_MS = 20_000;

/** Plans whose quota is no hindrance here. */
const plans = {
  busy: { requestsPerMinute: 5000, apiAccess: true },
  busier: { requestsPerMinute: 6000, apiAccess: true },
};

interface Change {
  readonly what: string;
  readonly command: (customer: Customer) => string[];
  readonly after: string;
}

const changes: readonly Change[] = [
  { what: 'a revocation', command: ({ keyId }) => ['keys', 'revoke', keyId], after: '401 INVALID_API_KEY' },
  { what: 'a suspension', command: ({ id }) => ['subscribers', 'suspend', id], after: '403 SUBSCRIPTION_INACTIVE' },
  { what: 'another plan', command: ({ id }) => ['subscribers', 'set-plan', id, 'busier'], after: '200 "busier"' },
  {
    what: 'a rotation at once',
    command: ({ keyId }) => ['keys', 'rotate', keyId, '--overlap', '0'],
    after: '401 INVALID_API_KEY',
  },
];

describe('what an operator changes, with two instances at work', () => {
  const stores = onSharedStores(plans);
  let directory: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'passwords-'));
    await writeFile(join(directory, 'config.json'), JSON.stringify({ plans }));
  });
  after(() => rm(directory, { recursive: true }));
  const environment = () => ({ ...stores().environment, CONFIG_FILE: join(directory, 'config.json') });
  const services = onTwoServices(environment);

  /** Runs a command that must succeed. */
  async function cli(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await runCli(args, environment());
    expect(code, stderr).to.equal(0);
    return stdout;
  }

  it('works at once on both where it is a new key', async () => {
    const id = newSubscriberId();
    await cli('subscribers', 'add', id, '--plan', 'busy');
    const { key, id: keyId } = JSON.parse(await cli('keys', 'create', '--subscriber', id, '--json'));
    for (const service of services()) expect(summaryOf(await ask(service, key))).to.equal('200 "busy"');
    const { key: next } = JSON.parse(await cli('keys', 'rotate', keyId, '--json'));
    for (const service of services()) expect(summaryOf(await ask(service, next))).to.equal('200 "busy"');
    for (const service of services()) expect(summaryOf(await ask(service, key)), 'overlap').to.equal('200 "busy"');
  });

  it('holds on both within 5 seconds where it is a change, with the old answer until then', async () => {
    const watched = await Promise.all(
      changes.map(async (change) => {
        const customer = await stores().addCustomer('busy');
        const beats = services().map(({ url }) => new Beat({ url, key: customer.key, until: change.after }));
        return { ...change, customer, beats };
      }),
    );
    const unasked = await stores().addCustomer('busy');
    for (const service of services()) await ask(service, unasked.key);
    await cli('keys', 'revoke', unasked.keyId);
    const unaskedEndMs = performance.now();

    const beats = watched.flatMap((change) => change.beats);
    const load = Promise.all(beats.map((beat) => beat.run()));
    const overdue = setTimeout(() => beats.map((beat) => beat.stop()), OVERDUE_MS);
    const made: { beganMs: number; endedMs: number }[] = [];
    for (const { command, customer } of watched) {
      const beganMs = performance.now();
      await cli(...command(customer));
      made.push({ beganMs, endedMs: performance.now() });
    }
    await load;
    clearTimeout(overdue);

    for (const [at, { what, after, beats }] of watched.entries()) {
      const { beganMs, endedMs } = made[at]!;
      for (const { said, course } of beats) {
        expect(course, what).to.deep.equal(['200 "busy"', after]);
        const lastOld = said.findLast(({ answer }) => answer !== after)!;
        const firstNew = said.find(({ answer }) => answer === after)!;
        expect(firstNew.endMs, `${what} before it was made`).to.be.above(beganMs);
        expect(lastOld.startMs - endedMs, `${what} too late`).to.be.below(PROMISED_MS);
      }
    }
    // What was not asked for meanwhile is not renewed on the way.
    await pause(unaskedEndMs + PROMISED_MS - performance.now());
    for (const service of services()) {
      expect(summaryOf(await ask(service, unasked.key)), 'a key at rest').to.equal('401 INVALID_API_KEY');
    }
  }).timeout(2 * OVERDUE_MS);
});
