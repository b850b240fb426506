import { expect } from 'chai';
import { openLmdbStores } from '../../src/adapters/lmdb/lmdb-stores.ts';
import { Sha256Digester } from '../../src/adapters/system/sha256-digester.ts';
import { SystemClock } from '../../src/adapters/system/system-clock.ts';
import type { AccountStore } from '../../src/domain/account/ports.ts';
import { isToken } from '../../src/domain/account/secret-token.ts';
import { addAcme, expectRecent, inStore, refusal, withOperator } from '../support/operator.ts';
import { runCli } from '../support/process.ts';

const DAY_MS = 86_400_000;
const words = (stderr: string) => ({ code: 0, stdout: '', stderr });
const taken = refusal('Another subscriber has this e-mail address: choose another one.');
const malformed = refusal('An e-mail address is of the form name@example.com.');
const nobody = refusal("There is no such subscriber: see them all by 'subscribers list'.");

/** Looks at the accounts in a DATA_DIR. */
async function inAccounts<T>(dataDir: string, use: (accounts: AccountStore) => Promise<T>): Promise<T> {
  const { keyStore, accountStore } = openLmdbStores({ dataDir, clock: new SystemClock() });
  try {
    return await use(accountStore);
  } finally {
    await keyStore.close();
  }
}

describe('the commands for accounts', () => {
  it('add a subscriber with an address, and give another one', () =>
    withOperator(async ({ cli, json, dataDir }) => {
      const added = await json('subscribers', 'add', 'acme', '--plan', 'annual', '--email', 'Ann@Example.com');
      expect(Object.keys(added)).to.deep.equal(['id', 'name', 'plan', 'status', 'createdAt']);
      expect(await json('subscribers', 'list')).to.deep.equal([added]);
      expect(await inAccounts(dataDir, (accounts) => accounts.findAccount('acme'))).to.deep.equal({
        subscriberId: 'acme',
        email: 'ann@example.com',
        passwordHash: null,
      });

      const set = await cli('subscribers', 'set-email', 'acme', 'Bob@Example.com');
      expect(set).to.deep.equal(words('Subscriber acme signs in to the dashboard as bob@example.com now.\n'));
      const email = 'ann@example.com';
      expect(await json('subscribers', 'set-email', 'acme', 'ANN@example.com')).to.deep.equal({ id: 'acme', email });
      expect(await inAccounts(dataDir, (accounts) => accounts.findAccountByEmail('bob@example.com'))).to.equal(
        undefined,
      );
    }));

  it('add nobody whose address is wrong or another’s', () =>
    withOperator(async ({ cli, dataDir }) => {
      await addAcme(dataDir);
      await cli('subscribers', 'set-email', 'acme', 'ann@example.com');
      const add = (...args: string[]) => cli('subscribers', 'add', 'beta', '--plan', 'annual', ...args);
      expect(await add('--email', 'ANN@example.com')).to.deep.equal(taken);
      expect(await add('--email', 'ann')).to.deep.equal(malformed);
      expect(await cli('subscribers', 'set-email', 'acme', 'ann@')).to.deep.equal(malformed);
      expect(await cli('subscribers', 'set-email', 'beta', 'beta@example.com')).to.deep.equal(nobody);
      const kept = await inStore(dataDir, (store) => store.listSubscribers());
      expect(kept.map(({ id }) => id)).to.deep.equal(['acme']);
      const account = await inAccounts(dataDir, (accounts) => accounts.findAccount('acme'));
      expect(account).to.include({ email: 'ann@example.com' });
    }));

  it('invite by a link that stands alone on standard output, and ends the one before', () =>
    withOperator(async ({ cli, json, dataDir }) => {
      const startedAtMs = Date.now();
      await addAcme(dataDir);
      const withoutAddress = `There is no such subscriber with an e-mail address: give one by 'subscribers set-email ID ADDRESS'.`;
      expect(await cli('subscribers', 'invite', 'acme')).to.deep.equal(refusal(withoutAddress));
      await inAccounts(dataDir, (accounts) => accounts.setEmail('acme', 'ann@example.com'));

      const first = await cli('subscribers', 'invite', 'acme');
      const [, token = ''] = /^http:\/\/127\.0\.0\.1:3000\/dashboard\/invitations\/(\w+)\n$/.exec(first.stdout) ?? [];
      expect(isToken(token), first.stdout).to.equal(true);
      const told = /^The link lets ann@example\.com set a password, once, until (\S+)\. Earlier ones have ended\.\n$/;
      const endsAtMs = Date.parse(told.exec(first.stderr)?.[1] ?? first.stderr);
      expect(endsAtMs).to.be.within(startedAtMs + DAY_MS, Date.now() + DAY_MS);

      const { link, expiresAt, ...facts } = await json('subscribers', 'invite', 'acme');
      expect(facts).to.deep.equal({ subscriberId: 'acme', email: 'ann@example.com' });
      expectRecent(new Date(Date.parse(expiresAt) - DAY_MS).toISOString(), endsAtMs - DAY_MS);
      const digestOf = (text: string) => new Sha256Digester().digest(text.split('/').at(-1) ?? '');
      await inAccounts(dataDir, async (accounts) => {
        expect(await accounts.findInvitation(digestOf(token)), 'the first one').to.equal(undefined);
        const facts = { subscriberId: 'acme', email: 'ann@example.com', expiresAtMs: Date.parse(expiresAt) };
        expect(await accounts.findInvitation(digestOf(link))).to.deep.equal({ digest: digestOf(link), ...facts });
      });
    }));

  it('invite to where the settings say that the service is reached', () =>
    withOperator(async ({ dataDir }) => {
      await addAcme(dataDir);
      await inAccounts(dataDir, (accounts) => accounts.setEmail('acme', 'ann@example.com'));
      const invite = async (environment: Record<string, string>) => {
        const { stdout } = await runCli(['subscribers', 'invite', 'acme'], { DATA_DIR: dataDir, ...environment });
        return stdout.replace(/\w{43}\n$/, 'TOKEN');
      };
      const links = await Promise.all([
        invite({ PUBLIC_URL: 'https://passwords.example.com/', PORT: '8080' }),
        invite({ HOST: '::1', PORT: '8080' }),
      ]);
      expect(links).to.deep.equal([
        'https://passwords.example.com/dashboard/invitations/TOKEN',
        'http://[::1]:8080/dashboard/invitations/TOKEN',
      ]);
    }));

  it('invite nobody to a dashboard that is switched off', () =>
    withOperator(async ({ dataDir }) => {
      await addAcme(dataDir);
      await inAccounts(dataDir, (accounts) => accounts.setEmail('acme', 'ann@example.com'));
      const outcome = await runCli(['subscribers', 'invite', 'acme'], { DATA_DIR: dataDir, DASHBOARD: 'off' });
      expect(outcome).to.deep.equal(refusal('DASHBOARD is off, so that a link would lead nowhere: set it to on.'));
    }));
});
