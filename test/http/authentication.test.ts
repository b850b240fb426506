import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { createKeyText } from '../../src/domain/access/key-text.ts';
import { expectFailure, type FailureCode } from '../support/failures.ts';
import { type Answer, startService, type TestService } from '../support/service.ts';

const missing = { headers: { 'www-authenticate': 'Bearer realm="passwords"' } };
const invalid = { headers: { 'www-authenticate': 'Bearer realm="passwords", error="invalid_token"' } };
const body = { length: 16 };
const HOUR_MS = 3_600_000;

describe('authentication', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  beforeEach(() => service.clock.advance(60_000));

  const callWith = (headers: Record<string, string>, path?: string) =>
    service.call({ key: null, body, headers, ...(path ? { path } : {}) });
  const authorized = (authorization: string) => callWith({ Authorization: authorization });
  const keys = () => service.container.get(ids.administerKeys);
  const subscribers = () => service.container.get(ids.administerSubscribers);
  const make = (expiresInMs: number | null = null) => keys().create({ subscriberId: 'local', name: null, expiresInMs });

  for (const path of ['/api/passwords', '/api/passwords/bulk']) {
    it(`is required at ${path}`, async () => {
      expectFailure(await callWith({}, path), 'MISSING_API_KEY', missing);
      expectFailure(await callWith({ Authorization: 'Bearer none' }, path), 'INVALID_API_KEY', invalid);
    });
  }

  for (const empty of ['', '   ', '\t']) {
    it(`misses a key in the header ${JSON.stringify(empty)}`, async () => {
      expectFailure(await authorized(empty), 'MISSING_API_KEY', missing);
    });
  }

  it('looks for the key in no other place', async () => {
    const elsewhere = [
      callWith({}, `/api/passwords?access_token=${service.key}&api_key=${service.key}`),
      callWith({ Cookie: `key=${service.key}; Authorization=Bearer ${service.key}` }),
      callWith({ 'X-API-Key': service.key }),
      callWith({ 'Proxy-Authorization': `Bearer ${service.key}` }),
    ];
    for (const answer of await Promise.all(elsewhere)) expectFailure(answer, 'MISSING_API_KEY', missing);
    const inBody = await service.call({ key: null, body: { ...body, key: service.key } });
    expectFailure(inBody, 'MISSING_API_KEY', missing);
  });

  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer ']) {
    it(`takes the scheme as ${JSON.stringify(scheme)}`, async () => {
      expect((await authorized(`${scheme} ${service.key}`)).status).to.equal(200);
    });
  }

  const malformed: readonly (readonly [string, (key: string) => string])[] = [
    ['no scheme', (key) => key],
    ['another scheme', (key) => `Basic ${key}`],
    ['a scheme that begins alike', (key) => `Bearers ${key}`],
    ['no key', () => 'Bearer'],
    ['no space', (key) => `Bearer${key}`],
    ['a colon', (key) => `Bearer: ${key}`],
    ['a tab', (key) => `Bearer\t${key}`],
    ['quotes', (key) => `Bearer "${key}"`],
    ['two keys', (key) => `Bearer ${key} ${key}`],
    ['two schemes', (key) => `Bearer ${key}, Bearer ${key}`],
    ['a trailing comma', (key) => `Bearer ${key},`],
    ['another prefix', (key) => `Bearer ${key.replace('pgs_', 'sgp_')}`],
    ['a prefix in capitals', (key) => `Bearer ${key.replace('pgs_', 'PGS_')}`],
    ['a character too few', (key) => `Bearer ${key.slice(0, -1)}`],
    ['a character too many', (key) => `Bearer ${key}0`],
    ['two characters swapped', (key) => `Bearer ${key.slice(0, 4)}${swapFirst(key.slice(4))}`],
    ['the case of all letters turned', (key) => `Bearer pgs_${turnCase(key.slice(4))}`],
    ['a wrong checksum', (key) => `Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`],
    ['the hint of a key', (key) => `Bearer ${key.slice(0, 8)}...${key.slice(-4)}`],
    ['something far too long', () => `Bearer ${'x'.repeat(8000)}`],
    ['bytes beyond ASCII', () => 'Bearer sch\u00fcssel'],
  ];
  for (const [what, header] of malformed) {
    it(`refuses ${what}`, async () => {
      expectFailure(await authorized(header(service.key)), 'INVALID_API_KEY', invalid);
    });
  }

  it('tells mistyped, unknown, expired, revoked and rotated keys apart by nothing', async () => {
    const [expired, revoked, rotated] = [await make(HOUR_MS), await make(), await make()];
    for (const { text } of [expired, revoked, rotated])
      expect((await authorized(`Bearer ${text}`)).status).to.equal(200);
    await keys().revoke(revoked.key.id);
    await keys().rotate(rotated.key.id, { overlapMs: 0 });
    service.clock.advance(HOUR_MS);
    const unknown = createKeyText(service.container.get(ids.generator));
    const texts = [`${unknown.slice(0, -1)}-`, unknown, expired.text, revoked.text, rotated.text];

    const seen = new Set<string>();
    for (const text of texts) {
      const answer = await callWith({ Authorization: `Bearer ${text}`, 'X-Request-Id': 'same' });
      expectFailure(answer, 'INVALID_API_KEY', invalid);
      seen.add(answer.text);
    }
    expect(seen).to.have.lengthOf(1);
  });

  it('takes a key until the millisecond in which it expires', async () => {
    const { text } = await make(HOUR_MS);
    service.clock.advance(HOUR_MS - 1);
    expect((await authorized(`Bearer ${text}`)).status).to.equal(200);
    service.clock.advance(1);
    expectFailure(await authorized(`Bearer ${text}`), 'INVALID_API_KEY', invalid);
  });

  it('takes both keys of a rotation until the overlap is over, then the new one', async () => {
    const old = await make();
    const successor = await keys().rotate(old.key.id, { overlapMs: HOUR_MS });
    service.clock.advance(HOUR_MS - 1);
    for (const { text } of [old, successor]) expect((await authorized(`Bearer ${text}`)).status).to.equal(200);
    service.clock.advance(1);
    expectFailure(await authorized(`Bearer ${old.text}`), 'INVALID_API_KEY', invalid);
    expect((await authorized(`Bearer ${successor.text}`)).status).to.equal(200);
  });

  it('holds every change on the next request', async () => {
    const { key, text } = await make();
    const call = () => authorized(`Bearer ${text}`);
    expect((await call()).status).to.equal(200);
    await subscribers().suspend('local');
    expectFailure(await call(), 'SUBSCRIPTION_INACTIVE');
    await subscribers().activate('local');
    expect((await call()).status).to.equal(200);
    await subscribers().setPlan('local', 'free');
    expectFailure(await call(), 'PLAN_WITHOUT_API_ACCESS');
    await subscribers().setPlan('local', 'annual');
    expect((await call()).status).to.equal(200);
    await keys().revoke(key.id);
    expectFailure(await call(), 'INVALID_API_KEY', invalid);
  });

  it('refuses an inactive subscription and a plan without access at both operations', async () => {
    const refusals: [FailureCode, Promise<string>][] = [
      ['PLAN_WITHOUT_API_ACCESS', service.addSubscriber('freeloader', 'free')],
      ['SUBSCRIPTION_INACTIVE', service.addSubscriber('sleeper', 'annual')],
    ];
    for (const [code, adding] of refusals) {
      const key = await adding;
      if (code === 'SUBSCRIPTION_INACTIVE') await subscribers().suspend('sleeper');
      const answers: Answer[] = [
        await service.call({ key, body }),
        await service.call({ key, path: '/api/passwords/bulk', body: { ...body, count: 1 } }),
      ];
      for (const answer of answers) expectFailure(answer, code);
    }
  });
});

describe('a plan that the operator has withdrawn', () => {
  it('gives no access, and is told to the operator', async () => {
    const plans = { enterprise: { requestsPerMinute: 100, apiAccess: true } };
    const service = await startService({ settings: { plans } });
    expectFailure(await service.call({ body }), 'PLAN_WITHOUT_API_ACCESS');
    const warnings = service.logs.filter(({ level }) => level === 'warn');
    expect(warnings.map(({ subscriberId }) => subscriberId)).to.deep.equal(['local']);
    await service.stop();
  });
});

function swapFirst(text: string): string {
  const at = [...text].findIndex((character, index) => character !== text[index + 1]);
  return `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`;
}

function turnCase(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}
