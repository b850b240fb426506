import { once } from 'node:events';
import { expect } from 'chai';
import { addAcme, inStore } from '../support/operator.ts';
import { spawnScript, withDirectory } from '../support/process.ts';

const KILLS = 20;

/** Has keys created and revoked until so many acknowledgements have come, kills whoever does it, and gives them all. */
async function killAfter(acknowledgements: number, dataDir: string): Promise<string[]> {
  const { child, output, ended } = spawnScript('test/support/create-and-revoke.ts', { DATA_DIR: dataDir });
  const gone = ended.then(() => true);
  while (output.stdout.split('\n').length <= acknowledgements) {
    if (await Promise.race([gone, once(child.stdout!, 'data').then(() => false)])) break;
  }
  child.kill('SIGKILL');
  const { code, stdout, stderr } = await ended;
  expect({ code, stderr }, 'killed, and not ended by itself').to.deep.equal({ code: null, stderr: '' });
  return stdout.split('\n').slice(0, -1);
}

describe('what the embedded store has acknowledged', () => {
  it(`is there after each of ${KILLS} kills in the midst of creations and revocations`, () =>
    withDirectory(async (dataDir) => {
      await addAcme(dataDir);
      const created = new Set<string>();
      const revoked = new Set<string>();
      for (let kill = 0; kill < KILLS; kill += 1) {
        const lines = await killAfter(1 + ((kill * 7) % 40), dataDir);
        for (const line of lines) {
          const [done, id = ''] = line.split(' ');
          (done === 'created' ? created : revoked).add(id);
        }
        await inStore(dataDir, async (store) => {
          const kept = await store.listKeys({ subscriberId: 'acme' });
          const ids = new Set(kept.map(({ id }) => id));
          const dead = new Set(kept.filter(({ revokedAtMs }) => revokedAtMs !== null).map(({ id }) => id));
          expect(
            [...created].filter((id) => !ids.has(id)),
            'created and lost',
          ).to.be.empty;
          expect(
            [...revoked].filter((id) => !dead.has(id)),
            'revoked and alive',
          ).to.be.empty;
          // One change at most was under way and not acknowledged yet, at each kill.
          expect(ids.size - created.size + (dead.size - revoked.size)).to.be.within(0, kill + 1);
          for (const key of kept) {
            expect(await store.findKey(key.id)).to.deep.equal(key);
            expect((await store.findCredential(key.digest))?.key).to.deep.equal(key);
          }
        });
      }
      expect(revoked.size).to.be.above(KILLS);
    })).timeout(60_000);
});
