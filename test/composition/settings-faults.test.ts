import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadSettings } from '../../src/composition/settings.ts';
import { withDirectory } from '../support/process.ts';
import { faultsOf, faultsWith } from '../support/setting-faults.ts';

const port = 'an integer from 0 to 65535 (0 takes any free port)';
const levels = 'one of error, warn, info, http, debug';
const publicUrl = 'an http:// or https:// URL without a path';
const aPlan = 'a plan: requestsPerMinute, apiAccess and, if you like, price';
const figure = 'an integer from 1 to 1000000000; 0 only without API access';
const price = '{"amountUsd": a number from 0, "per": "month" or "year"}';

describe('wrong settings', () => {
  const variables = [
    ['HOST', '127.0.0.1/x', '"127.0.0.1/x"', 'a host name or an IP address'],
    ['PORT', '-1', '-1', port],
    ['PORT', '65536', '65536', port],
    ['PORT', '80.5', '"80.5"', port],
    ['PORT', ' 80', '" 80"', port],
    ['PORT', '0x50', '"0x50"', port],
    ['PORT', 'http', '"http"', port],
    ['RATE_LIMIT_WINDOW', 'Sliding', '"Sliding"', 'sliding or fixed'],
    ['BULK_MAX_COUNT', '0', '0', 'an integer from 1 to 100000'],
    ['BULK_MAX_COUNT', '100001', '100001', 'an integer from 1 to 100000'],
    ['TRUSTED_PROXIES', '-1', '-1', 'an integer from 0 to 32'],
    ['TRUSTED_PROXIES', 'true', '"true"', 'an integer from 0 to 32'],
    ['LOG_LEVEL', 'silly', '"silly"', levels],
    ['WORKERS', '0', '0', 'an integer from 1 to 1024, or auto'],
    ['WORKERS', 'many', '"many"', 'an integer from 1 to 1024, or auto'],
    ['DRAIN_SECONDS', '5', '5', 'an integer from 0 to 4'],
    ['DASHBOARD', 'ON', '"ON"', 'on or off'],
    ['DASHBOARD', 'true', '"true"', 'on or off'],
    ['DASHBOARD', '1', '"1"', 'on or off'],
    ...[
      'passwords.example.com',
      '//passwords.example.com',
      'ftp://passwords.example.com',
      'HTTPS://passwords.example.com',
      'https://',
      'https:///',
      'https://passwords.example.com/api',
      'https://passwords.example.com//',
      'https://passwords.example.com?x',
      'https://passwords.example.com/#x',
      'https://passwords.example.com:',
      'https://passwords.example.com:65536',
      'https://passwords.example.com:443000',
      'https://pass words.example.com',
      'https://zürich.example.com',
      'https://300.0.0.1',
      'https://2001:db8::7',
      'https://[2001:db8::7',
      'https://[1:2:3]',
      '3000',
    ].map((url) => ['PUBLIC_URL', url, JSON.stringify(url), publicUrl] as const),
    ['PUBLIC_URL', 'https://me:hunter2@example.com', '"https://***@example.com"', publicUrl],
  ] as const;
  for (const [variable, value, shown, allowed] of variables) {
    it(`${variable}=${value} is told with what is allowed`, () => {
      expect(faultsOf({ [variable]: value })).to.deep.equal([
        `${variable}: ${shown} is not allowed; must be ${allowed}`,
      ]);
    });
  }

  const files: [string, unknown, string[]][] = [
    ['an unknown name', { prot: 1 }, ['prot: is no setting; config/default.json names them all']],
    ['the name of a variable', { PORT: 1 }, ['PORT: is no setting; config/default.json names them all']],
    ['__proto__', '{"__proto__": {"port": 1}}', ['__proto__: is no setting; config/default.json names them all']],
    ['a value of another type', { port: '8080' }, [`port: "8080" is not allowed; must be ${port}`]],
    ['a dashboard that is true', { dashboard: true }, ['dashboard: true is not allowed; must be on or off']],
    ['a port for a URL', { publicUrl: 443 }, [`publicUrl: 443 is not allowed; must be ${publicUrl}`]],
    [
      'a port that is none',
      { publicUrl: 'http://a:70000' },
      [`publicUrl: "http://a:70000" is not allowed; must be ${publicUrl}`],
    ],
    ['null', { logLevel: null }, [`logLevel: null is not allowed; must be ${levels}`]],
    [
      'no plans',
      { plans: [] },
      ['plans: [] is not allowed; must be plans by their id, each of lower-case letters, digits and dashes'],
    ],
    ['a plan that is none', { plans: { free: null } }, [`plans.free: null is not allowed; must be ${aPlan}`]],
    [
      'a wrong figure',
      { plans: { annual: { requestsPerMinute: 1.5 } } },
      [`plans.annual.requestsPerMinute: 1.5 is not allowed; must be ${figure}`],
    ],
    [
      'no quota with access',
      { plans: { free: { apiAccess: true } } },
      [`plans.free.requestsPerMinute: 0 is not allowed; must be ${figure}`],
    ],
    [
      'an unknown name in a plan',
      { plans: { annual: { perMinute: 5 } } },
      ['plans.annual.perMinute: is no setting; config/default.json names them all'],
    ],
    [
      'a new plan that is not whole',
      { plans: { team: {} } },
      ['plans.team.requestsPerMinute: is missing', 'plans.team.apiAccess: is missing'],
    ],
    [
      'a wrong price',
      { plans: { annual: { price: { per: 'week' } } } },
      [`plans.annual.price.per: "week" is not allowed; must be ${price}`],
    ],
    [
      'a wrong name of a plan',
      { plans: { 'Team A': { requestsPerMinute: 5, apiAccess: true } } },
      ['plans.Team A: is no name for a plan; must be 1 to 32 lower-case letters, digits or dashes, a letter first'],
    ],
    ['no JSON', '{"port": 1', ["CONFIG_FILE: PATH can't be read (it is not JSON); must be the path of a JSON file"]],
    ['nothing', '', ["CONFIG_FILE: PATH can't be read (it is not JSON); must be the path of a JSON file"]],
    ['a list', [1], ['CONFIG_FILE: PATH must hold one JSON object']],
    ['null itself', 'null', ['CONFIG_FILE: PATH must hold one JSON object']],
  ];
  for (const [what, file, faults] of files) {
    it(`${what} in CONFIG_FILE is told`, async () => {
      expect(await faultsWith(file)).to.have.members(faults);
    });
  }

  it('are told all at once: of the file, of the environment, of a secret’s file', () =>
    withDirectory(async (directory) => {
      const secret = join(directory, 'secret');
      const file = { hots: 'x', bulkMaxCount: 0, plans: { annual: { apiAccess: 1 }, B: {} }, logLevel: 'loud' };
      const environment = { PORT: 'x', LOG_LEVEL: 'silly', WORKERS: '0', MONGODB_URL_FILE: secret };
      expect(await faultsWith(file, environment)).to.have.members([
        'hots: is no setting; config/default.json names them all',
        'bulkMaxCount: 0 is not allowed; must be an integer from 1 to 100000',
        'plans.annual.apiAccess: 1 is not allowed; must be true or false',
        'plans.B: is no name for a plan; must be 1 to 32 lower-case letters, digits or dashes, a letter first',
        'plans.B.requestsPerMinute: is missing',
        'plans.B.apiAccess: is missing',
        `PORT: "x" is not allowed; must be ${port}`,
        `LOG_LEVEL: "silly" is not allowed; must be ${levels}`,
        'WORKERS: 0 is not allowed; must be an integer from 1 to 1024, or auto',
        `MONGODB_URL_FILE: ${secret} can't be read (ENOENT)`,
      ]);
    }));

  it('are files that are not there, or directories', () =>
    withDirectory(async (directory) => {
      const missing = join(directory, 'missing');
      const folder = join(directory, 'folder');
      mkdirSync(folder);
      expect(faultsOf({ CONFIG_FILE: missing, REDIS_URL_FILE: folder })).to.have.members([
        `CONFIG_FILE: ${missing} can't be read (ENOENT); must be the path of a JSON file`,
        `REDIS_URL_FILE: ${folder} can't be read (EISDIR)`,
      ]);
    }));

  it('are URLs of MongoDB without a host, or with what can’t be part of one', () => {
    for (const url of [
      'mongodb://',
      'mongodb://me:x@',
      'mongodb://me:x/y@db',
      'mongodb://db:port',
      'mongodb://db,,b',
    ]) {
      const [fault, ...others] = faultsOf({ MONGODB_URL: url });
      expect(fault, url).to.match(
        /^MONGODB_URL: ".*" is not allowed; must be a mongodb:\/\/ or mongodb\+srv:\/\/ URL$/,
      );
      expect(others).to.deep.equal([]);
    }
    for (const url of [
      'mongodb://db',
      'mongodb+srv://me:x@cluster.example.com/keys?retryWrites=true',
      'mongodb://[::1]:27017,db:27018/?replicaSet=rs0',
    ]) {
      expect(loadSettings({ MONGODB_URL: url }).mongodbUrl).to.equal(url);
    }
  });

  it('hold more than one worker without a shared limiter', () => {
    const faultOf = (shown: string) =>
      `WORKERS: ${shown} needs REDIS_URL, so that the quota stays exact; must be 1 without it`;
    expect(faultsOf({ WORKERS: '2' })).to.deep.equal([faultOf('2')]);
    if (availableParallelism() > 1) expect(faultsOf({ WORKERS: 'auto' })).to.deep.equal([faultOf('"auto"')]);
    else expect(loadSettings({ WORKERS: 'auto' }).workers).to.equal('auto');
    expect(loadSettings({ WORKERS: '2', REDIS_URL: 'redis://cache' }).workers).to.equal(2);
  });
});
