import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { inStore, refusal } from '../support/operator.ts';
import { runMain, runShell, spawnService, withDirectory, withServiceProcess } from '../support/process.ts';
import { transcript } from '../support/transcript.ts';

/** The curl that a first start printed, with the answer that it gets when a shell takes it as it is. */
async function pasteCurl(stdout: string) {
  const line = stdout.split('\n').find((each) => /^ *curl /.test(each)) ?? '';
  const outcome = await runShell(line);
  transcript.answers.push({ request: 'POST /api/passwords', status: 200, headers: '', body: outcome.stdout });
  return outcome;
}

const anotherRuns = (dataDir: string) =>
  refusal(`Another service is running on DATA_DIR ${dataDir}: stop it, or set DATA_DIR to another directory.`);

describe('the start', () => {
  it('prints a key once, keeps a second service off, and outlives a kill -9', () =>
    withDirectory(async (parent) => {
      const DATA_DIR = join(parent, 'data');
      const printed = await withServiceProcess({ DATA_DIR }, async (first) => {
        expect(first.stdout().split(first.key), 'the key, and the key in the curl').to.have.length(3);
        const { code, stdout, stderr } = await pasteCurl(first.stdout());
        expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
        expect(JSON.parse(stdout)).to.have.nested.property('data.password').with.length(20);

        expect(await runMain({ DATA_DIR, PORT: '0' })).to.deep.equal(anotherRuns(DATA_DIR));
        const again = await pasteCurl(first.stdout());
        expect(JSON.parse(again.stdout), 'the first goes on').to.have.property('success', true);
        expect((await first.end('SIGKILL')).code).to.equal(null);
        return { url: first.url, stdout: first.stdout() };
      });

      await withServiceProcess({ DATA_DIR }, async (next) => {
        expect(next.stdout(), 'no key').not.to.match(/pgs_|curl/);
        const moved = printed.stdout.replaceAll(printed.url, next.url);
        expect(JSON.parse((await pasteCurl(moved)).stdout), 'the key holds').to.have.property('success', true);
        expect((await next.end()).code).to.equal(0);
      });
      const subscribers = await inStore(DATA_DIR, (store) => store.listSubscribers());
      expect(subscribers.map(({ id, plan, status }) => [id, plan, status])).to.deep.equal([
        ['local', 'annual', 'active'],
      ]);
      expect(await inStore(DATA_DIR, (store) => store.listKeys({}))).to.have.length(1);
    }));

  for (const [HOST, TRUSTED_PROXIES, warns] of [
    ['0.0.0.0', '0', true],
    ['::', '0', true],
    ['0.0.0.0', '1', false],
    ['127.0.0.1', '0', false],
    ['localhost', '0', false],
  ] as const) {
    it(`${warns ? 'warns' : 'does not warn'} with HOST ${HOST} and ${TRUSTED_PROXIES} trusted proxies`, () =>
      withDirectory((DATA_DIR) =>
        withServiceProcess({ DATA_DIR, HOST, TRUSTED_PROXIES }, async (service) => {
          const { code, stdout } = await service.end();
          expect(code).to.equal(0);
          expect(/other machines can reach HOST/.test(stdout)).to.equal(warns);
        }),
      ));
  }

  it('lets one of two at the same moment have the DATA_DIR', () =>
    withDirectory(async (DATA_DIR) => {
      const starts = await Promise.allSettled([spawnService({ DATA_DIR }), spawnService({ DATA_DIR })]);
      const running = starts.filter((start) => start.status === 'fulfilled').map(({ value }) => value);
      const refused = starts.filter((start) => start.status === 'rejected').map(({ reason }) => String(reason));
      try {
        expect(running.map(({ key }) => key.length)).to.deep.equal([42]);
        expect(refused).to.deep.equal([`Error: The service did not start: ${anotherRuns(DATA_DIR).stderr}`]);
      } finally {
        await Promise.all(running.map((service) => service.end()));
      }
    }));

  it('makes nothing where there is a subscriber already', () =>
    withDirectory(async (DATA_DIR) => {
      const acme = { id: 'acme', name: null, plan: 'free', status: 'suspended', createdAtMs: 1 } as const;
      await inStore(DATA_DIR, (store) => store.addSubscriber(acme));
      await withServiceProcess({ DATA_DIR }, async (service) => {
        expect(service.stdout()).not.to.match(/pgs_|curl/);
      });
      expect(await inStore(DATA_DIR, (store) => store.listSubscribers())).to.deep.equal([acme]);
    }));

  it('fails on a busy port by one line, and leaves the first start for the next time', () =>
    withDirectory(async (DATA_DIR) => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen({ port: 0, host: '127.0.0.1' }, resolve));
      const PORT = String((other.address() as AddressInfo).port);
      const line = `Port ${PORT} on 127.0.0.1 is in use: stop what listens there, or set PORT to a free one.`;
      expect(await runMain({ DATA_DIR, PORT })).to.deep.equal(refusal(line));
      other.close();
      expect(await inStore(DATA_DIR, (store) => store.listSubscribers())).to.deep.equal([]);
      const key = await withServiceProcess({ DATA_DIR }, async (service) => service.key);
      expect(key).to.have.length(42);
    }));
});

describe('a start that can’t be', () => {
  const dataDirs: [string, (path: string) => string, string][] = [
    [
      'that can’t be written',
      (path) => join(path, 'file', 'data'),
      "can't be written (ENOTDIR): set DATA_DIR to a directory that this user may write.",
    ],
    [
      'that is somebody else’s',
      (path) => path,
      "holds something that is not this service's: set DATA_DIR to an empty directory or to its own.",
    ],
  ];
  for (const [what, choose, line] of dataDirs) {
    it(`for a DATA_DIR ${what} is told by one line`, () =>
      withDirectory(async (path) => {
        writeFileSync(join(path, 'file'), 'text');
        const DATA_DIR = choose(path);
        expect(await runMain({ DATA_DIR, PORT: '0' })).to.deep.equal(refusal(`DATA_DIR ${DATA_DIR} ${line}`));
        expect(readdirSync(path)).to.deep.equal(['file']);
      }));
  }

  it('for a store that was cut off is told by one line', () =>
    withDirectory(async (parent) => {
      const DATA_DIR = join(parent, 'data');
      await inStore(DATA_DIR, (store) => store.listSubscribers());
      truncateSync(join(DATA_DIR, 'data.mdb'), 8192);
      const { code, stdout, stderr } = await runMain({ DATA_DIR, PORT: '0' });
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr).to.match(/^DATA_DIR [^\n]+\n$/);
    }));

  it('for wrong settings is told by all of them, and opens nothing', () =>
    withDirectory(async (parent) => {
      const DATA_DIR = join(parent, 'data');
      const CONFIG_FILE = join(parent, 'config.json');
      writeFileSync(CONFIG_FILE, '{"bulkMaxCount": 0, "colour": "red"}');
      const outcome = await runMain({ DATA_DIR, CONFIG_FILE, PORT: 'http', RATE_LIMIT_WINDOW: 'slidng', WORKERS: '2' });
      expect(outcome).to.include({ code: 1, stdout: '' });
      expect(outcome.stderr.trimEnd().split('\n').sort()).to.deep.equal([
        '  PORT: "http" is not allowed; must be an integer from 0 to 65535 (0 takes any free port)',
        '  RATE_LIMIT_WINDOW: "slidng" is not allowed; must be sliding or fixed',
        '  WORKERS: 2 needs REDIS_URL, so that the quota stays exact; must be 1 without it',
        '  bulkMaxCount: 0 is not allowed; must be an integer from 1 to 100000',
        '  colour: is no setting; config/default.json names them all',
        'Nothing was started, because settings are wrong:',
      ]);
      expect(existsSync(DATA_DIR)).to.equal(false);
    }));
});
