import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { redisUrlForms } from '../../src/adapters/redis/redis-url.ts';
import { loadSettings, maskSecrets } from '../../src/composition/settings.ts';
import { withDirectory } from '../support/process.ts';
import { faultsOf, faultsWith } from '../support/setting-faults.ts';

describe('secrets among the settings', () => {
  it('are shown without what is secret in a URL', () => {
    const table = [
      ['redis://cache:6379/2', 'redis://cache:6379'],
      ['redis://:hunter2@cache:6379', 'redis://***@cache:6379'],
      ['rediss://me:hunter2@cache:6379/0?password=hunter2', 'rediss://***@cache:6379'],
      ['redis://me:hunter2@one:1,redis://me:hunter2@two:2', 'redis://***@two:2'],
      ['redis+cluster://me:hun/ter@2@cache', 'redis+cluster://***@cache'],
      ['redis://cache#hunter2', 'redis://cache'],
      ['me:hunter2@cache', '***'],
    ] as const;
    for (const [url, shown] of table) {
      const settings = { ...loadSettings({}), redisUrl: url, mongodbUrl: url.replace(/^redis.*?:/, 'mongodb:') };
      expect(maskSecrets(settings), url).to.deep.equal({
        ...settings,
        redisUrl: shown,
        mongodbUrl: shown.replace(/^redis.*?:/, 'mongodb:'),
      });
    }
    expect(maskSecrets(loadSettings({}))).to.deep.equal(loadSettings({}));
  });

  it('may stand in a file, as in the variable itself', () =>
    withDirectory(async (directory) => {
      const path = join(directory, 'url');
      writeFileSync(path, 'redis://me:hunter2@cache\n');
      expect(loadSettings({ REDIS_URL_FILE: path }).redisUrl).to.equal('redis://me:hunter2@cache');
      writeFileSync(path, 'http://me:hunter2@cache\n');
      expect(faultsOf({ REDIS_URL_FILE: path })).to.deep.equal([
        `REDIS_URL: "http://***@cache" is not allowed; must be ${redisUrlForms}`,
      ]);
      const both = faultsOf({ REDIS_URL_FILE: path, REDIS_URL: 'redis://cache' });
      expect(both).to.include('REDIS_URL: is set beside REDIS_URL_FILE; must be one of the two');
    }));

  const leaks: [string, (url: string) => string[] | Promise<string[]>, string[]][] = [
    [
      'a secret',
      (url) => faultsOf({ MONGODB_URL: url, REDIS_URL: url }),
      ['me:hunter2@host', 'redis:hunter2@host', 'ftp://host/?password=hunter2'],
    ],
    ['a secret of another type', (url) => faultsWith({ redisUrl: { url }, mongodbUrl: [url] }), []],
    ['the wrong variable', (url) => faultsOf({ HOST: url, PORT: url, LOG_LEVEL: url }), []],
  ];
  for (const [where, load, more] of leaks) {
    it(`are told in a fault without the password in the URL of ${where}`, async () => {
      for (const url of ['http://me:hunter2@host', 'redis://:hunter2@host:6379/0?x', ...more]) {
        const lines = await load(url);
        expect(lines).to.have.length.above(1);
        expect(lines.join('\n'), url).not.to.include('hunter2');
      }
    });
  }

  it('are told in a fault without a key in them', async () => {
    const key = `pgs_${'0Az'.repeat(12)}00`;
    const lines = [...faultsOf({ HOST: `${key}/` }), ...(await faultsWith({ [key]: 1, plans: { [key]: {} } }))];
    expect(lines).to.have.length.above(2);
    expect(lines.join('\n')).not.to.include('0Az');
  });
});
