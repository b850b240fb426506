import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { open } from 'lmdb';
import { prepareDataDirectory } from '../../../src/adapters/lmdb/data-directory.ts';
import { openLmdbStores } from '../../../src/adapters/lmdb/lmdb-stores.ts';
import { subscriberOf } from '../../support/builders.ts';
import { withDirectory } from '../../support/process.ts';
import { SettableClock } from '../../support/settable-clock.ts';

const openStore = (dataDir: string) => openLmdbStores({ dataDir, clock: new SettableClock() }).keyStore;
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

const foreign = (path: string) =>
  `DATA_DIR ${path} holds something that is not this service's: set DATA_DIR to an empty directory or to its own.`;
const unusable = (path: string, reason: string) =>
  `DATA_DIR ${path} can't be written (${reason}): set DATA_DIR to a directory that this user may write.`;

describe('DATA_DIR of the embedded store', () => {
  it('is made where it is missing, for its owner alone', () =>
    withDirectory(async (parent) => {
      const path = join(parent, 'deep', 'data');
      const store = openStore(path);
      await store.addSubscriber(subscriberOf());
      expect(modeOf(path)).to.equal('700');
      expect(readdirSync(path).sort()).to.deep.equal(['data.mdb', 'lock.mdb']);
      for (const file of readdirSync(path)) expect(modeOf(join(path, file)), file).to.equal('600');
      await store.close();
    }));

  it('may hold what a file system puts there, or a lock that was left', () =>
    withDirectory(async (path) => {
      mkdirSync(join(path, 'lost+found'));
      for (const name of ['.gitkeep', 'lock.mdb']) writeFileSync(join(path, name), '');
      const store = openStore(path);
      expect(await store.isUp()).to.equal(true);
      await store.close();
      expect(prepareDataDirectory(path)).to.equal(path);
    }));

  it('may hold an empty data.mdb, as a start leaves it that was killed or is under way', () =>
    withDirectory(async (path) => {
      writeFileSync(join(path, 'data.mdb'), '');
      const store = openStore(path);
      expect(await store.isUp()).to.equal(true);
      await store.close();
    }));

  const foreigners: [string, (path: string) => void][] = [
    ['somebody’s file', (path) => writeFileSync(join(path, 'thesis.txt'), 'chapter 1')],
    ['somebody’s directory', (path) => mkdirSync(join(path, 'photos'))],
    ['a data.mdb of garbage', (path) => writeFileSync(join(path, 'data.mdb'), 'garbage\n'.repeat(2000))],
    ['a data.mdb of zeros', (path) => writeFileSync(join(path, 'data.mdb'), Buffer.alloc(32_768))],
    ['a data.mdb of a few bytes', (path) => writeFileSync(join(path, 'data.mdb'), 'mdb')],
  ];
  for (const [what, make] of foreigners) {
    it(`may not hold ${what}, which is left as it was`, () =>
      withDirectory(async (path) => {
        make(path);
        const contents = () => readdirSync(path).map((name) => [name, statSync(join(path, name)).size]);
        const before = contents();
        expect(() => openStore(path))
          .to.throw(foreign(path))
          .with.property('code', 'DATA_DIR_UNUSABLE');
        expect(contents()).to.deep.equal(before);
      }));
  }

  it('may not hold another program’s LMDB store, which is left as it was', () =>
    withDirectory(async (path) => {
      const theirs = open({ path, noSubdir: false });
      await theirs.put('format', 'their format');
      await theirs.close();
      expect(() => openStore(path)).to.throw(foreign(path));
      const again = open({ path, noSubdir: false });
      expect([...again.getRange()]).to.deep.equal([{ key: 'format', value: 'their format' }]);
      await again.close();
    }));

  it('may not hold another program’s LMDB store without a word of a format', () =>
    withDirectory(async (path) => {
      const theirs = open({ path, noSubdir: false });
      await theirs.put('name', 'value');
      await theirs.close();
      expect(() => openStore(path)).to.throw(foreign(path));
    }));

  it('may not be a file, or below one', () =>
    withDirectory(async (parent) => {
      const file = join(parent, 'file');
      writeFileSync(file, 'text');
      expect(() => openStore(file))
        .to.throw(unusable(file, 'EEXIST'))
        .with.property('code', 'DATA_DIR_UNUSABLE');
      expect(() => openStore(join(file, 'data'))).to.throw(unusable(join(file, 'data'), 'ENOTDIR'));
      expect(() => openStore('/dev/null/data')).to.throw(unusable('/dev/null/data', 'ENOTDIR'));
      expect(readFileSync(file, 'utf8')).to.equal('text');
    }));

  it('may not hold a directory where the file should be', () =>
    withDirectory(async (path) => {
      mkdirSync(join(path, 'data.mdb'));
      expect(() => openStore(path))
        .to.throw(`DATA_DIR ${path} `)
        .with.property('code', 'DATA_DIR_UNUSABLE');
      expect(existsSync(join(path, 'lock.mdb'))).to.equal(false);
    }));
});
