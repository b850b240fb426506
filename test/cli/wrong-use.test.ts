import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { subscriberOf } from '../support/builders.ts';
import { addAcme, inStore, operatorOf, refusal, withOperator } from '../support/operator.ts';

const time = 'a time such as 30s, 15m, 24h or 90d, of a hundred years at most';
const plans = 'There is no such plan: choose one of enterprise, annual, free.';
const noSubscriber = "There is no such subscriber: see them all by 'subscribers list'";
const noKey = "There is no such key id: see them all by 'keys list'.";
const subscriberIds =
  'A subscriber id is 1 to 64 letters, digits, dots, dashes or underscores, and begins with a letter or digit.';

const table: [string, string][] = [
  ['subscribers add beta --plan gold', plans],
  ['subscribers set-plan acme gold', plans],
  ['subscribers suspend nobody', `${noSubscriber}.`],
  ['subscribers add .beta --plan annual', subscriberIds],
  ['subscribers add', "required option '--plan <plan>' not specified"],
  ['keys create --subscriber nobody', `${noSubscriber}, or add one by 'subscribers add'.`],
  ['keys create --subscriber acme --expires-in 90', `--expires-in must be ${time}, and more than 0.`],
  ['keys create --subscriber acme --expires-in 0', `--expires-in must be ${time}, and more than 0.`],
  ['keys rotate key_x --overlap 24', `--overlap must be ${time}, or 0.`],
  ['keys rotate key_x', noKey],
  ['keys revoke key_x', noKey],
  ['keys list --all', "unknown option '--all'"],
  ['keys lst', "unknown command 'lst' (Did you mean list?)"],
];

describe('a wrong use of the commands', () => {
  it('comes to one line that says what is wrong, and changes nothing', () =>
    withOperator(async ({ cli, dataDir }) => {
      await addAcme(dataDir);
      const outcomes: unknown[] = [];
      const rows = [...table.entries()];
      const worker = async () => {
        for (let row = rows.shift(); row; row = rows.shift()) {
          const [index, [line]] = row;
          outcomes[index] = { line, ...(await cli(...line.split(' '))) };
        }
      };
      await Promise.all([worker(), worker()]);
      expect(outcomes).to.deep.equal(table.map(([line, words]) => ({ line, ...refusal(words) })));
      const kept = await inStore(dataDir, async (store) => [await store.listSubscribers(), await store.listKeys({})]);
      expect(kept).to.deep.equal([[subscriberOf({ plan: 'annual' })], []]);
      expect(readdirSync(dataDir).sort()).to.deep.equal(['data.mdb', 'lock.mdb']);
    })).timeout(40_000);

  it('may be a DATA_DIR that can’t be one', async () => {
    const { cli } = operatorOf('/dev/null/data');
    const line =
      "DATA_DIR /dev/null/data can't be written (ENOTDIR): set DATA_DIR to a directory that this user may write.";
    expect(await cli('keys', 'list')).to.deep.equal(refusal(line));
  });

  it('may be no command at all, which shows what there is', () =>
    withOperator(async ({ cli }) => {
      const [{ code, stdout, stderr }, help] = await Promise.all([cli(), cli('--help')]);
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr)
        .to.match(/^Usage: passwords /)
        .and.to.match(/^ +subscribers/m)
        .and.to.match(/^ +keys/m);
      expect({ code: help.code, stderr: help.stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(help.stdout).to.equal(stderr);
    }));
});
