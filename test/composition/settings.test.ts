import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { invitationUrl, loadSettings, plansOf, publicUrlOf } from '../../src/composition/settings.ts';
import { withDirectory } from '../support/process.ts';

const defaults = {
  host: '127.0.0.1',
  port: 3000,
  metricsPort: null,
  dataDir: './data',
  mongodbUrl: null,
  redisUrl: null,
  rateLimitWindow: 'sliding',
  bulkMaxCount: 1000,
  trustedProxies: 0,
  logLevel: 'info',
  workers: 1,
  drainSeconds: 3,
  dashboard: 'on',
  publicUrl: null,
  plans: {
    enterprise: { requestsPerMinute: 100, apiAccess: true, price: { amountUsd: 75, per: 'month' } },
    annual: { requestsPerMinute: 150, apiAccess: true, price: { amountUsd: 840, per: 'year' } },
    free: { requestsPerMinute: 0, apiAccess: false, price: { amountUsd: 0, per: 'month' } },
  },
};

const publicUrls = [
  'http://localhost:3000',
  'https://passwords.example.com',
  'https://passwords.example.com/',
  'https://Passwords.Example.COM:8443',
  'http://192.0.2.7',
  'http://[2001:db8::7]:3000/',
  'http://[::1]',
];

/** Loads with a CONFIG_FILE of this content: an object as JSON, a text as it is. */
function loadWith(file: unknown, environment: Record<string, string> = {}) {
  return withDirectory(async (directory) => {
    const path = join(directory, 'config.json');
    writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file));
    return loadSettings({ CONFIG_FILE: path, ...environment });
  });
}

describe('settings', () => {
  it('are these where nothing is set', () => {
    expect(loadSettings({})).to.deep.equal(defaults);
  });

  const variables = [
    ['HOST', '::1', { host: '::1' }],
    ['HOST', 'passwords.internal', { host: 'passwords.internal' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65535 }],
    ['DATA_DIR', '/var/lib/passwords', { dataDir: '/var/lib/passwords' }],
    ['DATA_DIR', '2026', { dataDir: '2026' }],
    ['RATE_LIMIT_WINDOW', 'fixed', { rateLimitWindow: 'fixed' }],
    ['BULK_MAX_COUNT', '1', { bulkMaxCount: 1 }],
    ['TRUSTED_PROXIES', '2', { trustedProxies: 2 }],
    ...['error', 'warn', 'info', 'http', 'debug'].map((level) => ['LOG_LEVEL', level, { logLevel: level }] as const),
    ['WORKERS', '1', { workers: 1 }],
    ['DRAIN_SECONDS', '0', { drainSeconds: 0 }],
    ['DASHBOARD', 'on', { dashboard: 'on' }],
    ['DASHBOARD', 'off', { dashboard: 'off' }],
    ...publicUrls.map((url) => ['PUBLIC_URL', url, { publicUrl: url }] as const),
  ] as const;
  for (const [variable, value, change] of variables) {
    it(`take ${variable}=${value}`, () => {
      expect(loadSettings({ [variable]: value })).to.deep.equal({ ...defaults, ...change });
    });
  }

  it('take an empty variable for one that is not set, and leave all others of the system alone', () => {
    const names = [
      'CONFIG_FILE',
      'METRICS_PORT',
      'MONGODB_URL',
      'MONGODB_URL_FILE',
      'REDIS_URL',
      'REDIS_URL_FILE',
      'WORKERS',
    ].concat(variables.map(([name]) => name));
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(loadSettings({ ...empty, PATH: '/bin', PLANS: '{}', port: '1' })).to.deep.equal(defaults);
  });

  it('are laid over by CONFIG_FILE, down to one figure of one plan', async () => {
    const file = { port: 8080, plans: { enterprise: { requestsPerMinute: 101 } } };
    const { enterprise } = defaults.plans;
    expect(await loadWith(file)).to.deep.equal({
      ...defaults,
      port: 8080,
      plans: { ...defaults.plans, enterprise: { ...enterprise, requestsPerMinute: 101 } },
    });
  });

  it('may name a new plan there, with or without a price', async () => {
    const team = { requestsPerMinute: 1_000_000_000, apiAccess: true };
    const trial = { requestsPerMinute: 0, apiAccess: false, price: { amountUsd: 0.5, per: 'month' } };
    const settings = await loadWith({ plans: { team, 'trial-2': trial } });
    expect(settings.plans).to.deep.equal({ ...defaults.plans, team, 'trial-2': trial });
    expect(plansOf(settings).get('team')).to.deep.equal({ id: 'team', ...team });
    expect([...plansOf(settings).keys()]).to.deep.equal(['enterprise', 'annual', 'free', 'team', 'trial-2']);
  });

  it('obey the environment above the file', async () => {
    const file = {
      host: '10.0.0.1',
      port: 8080,
      dataDir: 'a',
      rateLimitWindow: 'fixed',
      logLevel: 'warn',
      trustedProxies: 1,
    };
    const environment = {
      HOST: '10.0.0.2',
      PORT: '8081',
      DATA_DIR: 'b',
      RATE_LIMIT_WINDOW: 'sliding',
      LOG_LEVEL: 'debug',
    };
    expect(await loadWith(file, environment)).to.deep.equal({
      ...defaults,
      host: '10.0.0.2',
      port: 8081,
      dataDir: 'b',
      logLevel: 'debug',
      trustedProxies: 1,
    });
  });

  it('let the environment mend what is wrong in the file', async () => {
    expect(await loadWith({ port: 'none' }, { PORT: '8081' })).to.deep.equal({ ...defaults, port: 8081 });
  });

  it('can’t be changed any more, at any depth', async () => {
    const settings = await loadWith({ plans: { team: { requestsPerMinute: 5, apiAccess: true } } });
    const { plans } = settings;
    for (const part of [
      settings,
      plans,
      plans.annual,
      plans.team,
      plans.annual && Reflect.get(plans.annual, 'price'),
    ]) {
      expect(part).to.be.an('object').and.to.be.frozen;
    }
  });
});

describe('where the service is reached', () => {
  it('is what the settings tell, or what it listens on', () => {
    const table = [
      ['https://passwords.example.com', '0.0.0.0', 'https://passwords.example.com'],
      ['https://passwords.example.com/', '0.0.0.0', 'https://passwords.example.com'],
      ['http://[2001:db8::7]:8080/', '::', 'http://[2001:db8::7]:8080'],
      [null, '127.0.0.1', 'http://127.0.0.1:3000'],
      [null, 'passwords.internal', 'http://passwords.internal:3000'],
      [null, '0.0.0.0', 'http://127.0.0.1:3000'],
      [null, '::', 'http://127.0.0.1:3000'],
      [null, '::1', 'http://[::1]:3000'],
    ] as const;
    for (const [publicUrl, host, url] of table) expect(publicUrlOf({ publicUrl, host, port: 3000 })).to.equal(url);
  });

  it('is where an invitation leads to', () => {
    const link = invitationUrl('https://passwords.example.com', 'a'.repeat(43));
    expect(link).to.equal(`https://passwords.example.com/dashboard/invitations/${'a'.repeat(43)}`);
  });
});
