import { expect } from 'chai';
import { isWellFormedKey } from '../../src/domain/access/key-text.ts';
import { addAcme, expectRecent, inStore, refusal, withOperator } from '../support/operator.ts';
import type { Outcome } from '../support/process.ts';

const DAY_MS = 86_400_000;

/** The key that stands alone on standard output, and its id from standard error. */
function readNewKey({ code, stdout, stderr }: Outcome): { key: string; id: string } {
  expect(code, stderr).to.equal(0);
  const [, key = ''] = /^(\S+)\n$/.exec(stdout) ?? [];
  const [, id = ''] = /^Key id: (key_[0-9A-Za-z]{16})\. The key is shown this once\.\n$/.exec(stderr) ?? [];
  expect(isWellFormedKey(key), 'a key alone').to.equal(true);
  expect(id, stderr).not.to.equal('');
  return { key, id };
}

describe('the commands for keys', () => {
  it('create keys, for ever or for a time, and list them', () =>
    withOperator(async ({ cli, json, dataDir }) => {
      const startedAtMs = Date.now();
      await addAcme(dataDir);
      const plain = readNewKey(await cli('keys', 'create', '--subscriber', 'acme'));
      const wish = ['--name', 'build server', '--expires-in', '90d'];
      const { createdAt, expiresAt, key, ...facts } = await json('keys', 'create', '--subscriber', 'acme', ...wish);

      expectRecent(createdAt, startedAtMs);
      expect(Date.parse(expiresAt) - Date.parse(createdAt)).to.be.within(90 * DAY_MS - 1000, 90 * DAY_MS);
      expect(isWellFormedKey(key)).to.equal(true);
      const hint = `${key.slice(0, 8)}…${key.slice(-4)}`;
      expect(facts).to.deep.equal({ id: facts.id, hint, subscriberId: 'acme', name: 'build server' });

      const keys = await json('keys', 'list', '--subscriber', 'acme');
      const common = { subscriberId: 'acme', status: 'active', revokedAt: null, lastUsedAt: null };
      expect(keys).to.deep.equal([
        {
          ...common,
          id: plain.id,
          hint: `${plain.key.slice(0, 8)}…${plain.key.slice(-4)}`,
          name: null,
          createdAt: keys[0].createdAt,
          expiresAt: null,
        },
        { ...common, id: facts.id, hint, name: 'build server', createdAt, expiresAt },
      ]);
      expect(Object.keys(keys[0]).join()).to.equal(
        'id,hint,subscriberId,name,status,createdAt,expiresAt,revokedAt,lastUsedAt',
      );
    }));

  it('revoke a key for good, and no second time', () =>
    withOperator(async ({ cli, json, dataDir }) => {
      await addAcme(dataDir);
      const startedAtMs = Date.now();
      const { id } = await json('keys', 'create', '--subscriber', 'acme');
      const revoked = { code: 0, stdout: '', stderr: `Key ${id} is revoked.\n` };
      expect(await cli('keys', 'revoke', id)).to.deep.equal(revoked);
      const [key] = await json('keys', 'list');
      expect(key).to.include({ status: 'revoked', expiresAt: null });
      expectRecent(key.revokedAt, startedAtMs);

      expect(await cli('keys', 'revoke', id)).to.deep.equal(revoked);
      const rotation = await cli('keys', 'rotate', id);
      const line = `The key ${id} is revoked or expired and can't be rotated: make a new one by 'keys create'.`;
      expect(rotation).to.deep.equal(refusal(line));
      expect(await inStore(dataDir, (store) => store.listKeys({}))).to.have.length(1);
      const kept = await inStore(dataDir, (store) => store.findKey(id));
      expect(kept?.revokedAtMs).to.equal(Date.parse(key.revokedAt));
    }));

  it('rotate a key: the old one works on for the overlap, a day where none is named', () =>
    withOperator(async ({ cli, json, dataDir }) => {
      await addAcme(dataDir);
      const first = await json('keys', 'create', '--subscriber', 'acme', '--name', 'ci', '--expires-in', '30h');
      const second = await json('keys', 'rotate', first.id);
      const { id, name, subscriberId, expiresAt } = second;
      expect({ name, subscriberId, expiresAt }).to.deep.equal({
        name: 'ci',
        subscriberId: 'acme',
        expiresAt: first.expiresAt,
      });
      expect(Object.keys(second)).to.deep.equal([
        'id',
        'key',
        'hint',
        'subscriberId',
        'name',
        'createdAt',
        'expiresAt',
      ]);
      expect(new Set([first.id, id]).size).to.equal(2);
      expect(new Set([first.key, second.key]).size).to.equal(2);

      const third = readNewKey(await cli('keys', 'rotate', id, '--overlap', '40h'));
      const fourth = readNewKey(await cli('keys', 'rotate', third.id, '--overlap', '0'));
      const keys = await json('keys', 'list');
      expect(keys.map((key: { id: string }) => key.id)).to.deep.equal([first.id, id, third.id, fourth.id]);
      expect(keys.map((key: { status: string }) => key.status)).to.deep.equal([
        'active',
        'active',
        'revoked',
        'active',
      ]);
      expect(Date.parse(keys[0].expiresAt) - Date.parse(keys[1].createdAt)).to.be.within(DAY_MS, DAY_MS + 1000);
      expect(keys[1].expiresAt, 'no overlap goes beyond the key’s own end').to.equal(first.expiresAt);
      expect(keys[2]).to.include({ expiresAt: first.expiresAt });
      expectRecent(keys[2].revokedAt, Date.parse(keys[2].createdAt));
      expect(keys[3]).to.include({ name: 'ci', expiresAt: first.expiresAt, revokedAt: null });
    }));
});
