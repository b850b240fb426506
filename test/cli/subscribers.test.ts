import { expect } from 'chai';
import { expectRecent, inStore, refusal, withOperator } from '../support/operator.ts';

const words = (stderr: string) => ({ code: 0, stdout: '', stderr });

describe('the commands for subscribers', () => {
  it('add, list, change, suspend and activate', () =>
    withOperator(async ({ cli, json, dataDir }) => {
      const startedAtMs = Date.now();
      expect(await cli('subscribers', 'list')).to.deep.equal(words('There are none.\n'));
      const added = await cli('subscribers', 'add', 'beta', '--plan', 'annual');
      expect(added).to.deep.equal(words('Added subscriber beta on plan annual.\n'));
      await cli('subscribers', 'add', 'acme', '--plan=free', '--name', 'Acme, Inc. “Zürich”');
      const again = await cli('subscribers', 'add', 'acme', '--plan', 'annual');
      expect(again).to.deep.equal(refusal('There is a subscriber acme already: choose another id.'));

      const [acme, beta] = await json('subscribers', 'list');
      const { createdAt, ...facts } = acme;
      expectRecent(createdAt, startedAtMs);
      expect(facts).to.deep.equal({ id: 'acme', name: 'Acme, Inc. “Zürich”', plan: 'free', status: 'active' });
      expect(beta).to.deep.equal({
        id: 'beta',
        name: null,
        plan: 'annual',
        status: 'active',
        createdAt: beta.createdAt,
      });
      expect(Object.keys(acme)).to.deep.equal(['id', 'name', 'plan', 'status', 'createdAt']);

      const setPlan = await cli('subscribers', 'set-plan', 'acme', 'enterprise');
      expect(setPlan).to.deep.equal(words('Subscriber acme is on plan enterprise now.\n'));
      const suspend = await cli('subscribers', 'suspend', 'acme');
      expect(suspend).to.deep.equal(
        words('Subscriber acme is suspended: its keys are refused until it is activated.\n'),
      );
      const suspended = { ...acme, plan: 'enterprise', status: 'suspended' };
      const [rows, table] = await Promise.all([json('subscribers', 'list'), cli('subscribers', 'list')]);
      expect(rows).to.deep.equal([suspended, beta]);
      expect(table).to.include({ code: 0, stderr: '' });
      expect(table.stdout.split('\n').map((line) => line.split(/ {2,}/))).to.deep.equal([
        ['id', 'name', 'plan', 'status', 'createdAt'],
        ['acme', 'Acme, Inc. “Zürich”', 'enterprise', 'suspended', createdAt],
        ['beta', '-', 'annual', 'active', beta.createdAt],
        [''],
      ]);

      expect(await cli('subscribers', 'activate', 'acme')).to.deep.equal(words('Subscriber acme is active.\n'));
      const kept = await inStore(dataDir, (store) => store.listSubscribers());
      expect(kept.map(({ status }) => status)).to.deep.equal(['active', 'active']);
    }));
});
