import { expect } from 'chai';
import { commonHeaders, statedHeaders } from '../support/failures.ts';
import { startService, type TestService } from '../support/service.ts';

const classes = {
  includeUppercase: /[A-Z]/,
  includeLowercase: /[a-z]/,
  includeNumbers: /[0-9]/,
  includeSymbols: /[!@#$%^&*]/,
};
const names = Object.keys(classes) as (keyof typeof classes)[];

describe('POST /api/passwords', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('answers with a password, the facts about it, and the headers of the contract', async () => {
    const answer = await service.call({ body: { length: 12 }, headers: { 'X-Request-Id': 'ask-1' } });
    const { password, ...facts } = answer.json.data;
    expect(answer.status).to.equal(200);
    expect(password).to.match(/^[A-Za-z0-9!@#$%^&*]{12}$/);
    expect({ ...answer.json, data: facts }).to.deep.equal({
      success: true,
      data: { strength: 'good', length: 12, generatedAt: '2026-01-02T03:04:05.678Z', entropyBits: 72.88 },
    });
    expect(statedHeaders(answer)).to.deep.equal({
      ...commonHeaders,
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'ask-1',
      'ratelimit-policy': '"annual";q=150;w=60',
      ratelimit: '"annual";r=149;t=60',
      'x-ratelimit-limit': '150',
      'x-ratelimit-remaining': '149',
      'x-ratelimit-reset': String(Date.UTC(2026, 0, 2, 3, 5, 6) / 1000),
    });
  });

  const figures = [
    [8, 47.67, 'weak'],
    [10, 60.36, 'fair'],
    [12, 72.88, 'good'],
    [16, 97.7, 'strong'],
    [20, 122.38, 'strong'],
    [32, 196.09, 'strong'],
    [128, 784.54, 'strong'],
  ] as const;
  for (const [length, entropyBits, strength] of figures) {
    it(`tells the exact entropy of length ${length}, and its strength`, async () => {
      const { json } = await service.call({ body: { length } });
      expect(json.data).to.include({ length, entropyBits, strength });
      expect(json.data.password).to.have.lengthOf(length);
    });
  }

  for (let set = 1; set < 16; set += 1) {
    const flags = names.map((name, bit) => [name, (set & (1 << bit)) !== 0] as const);
    const included = flags.filter(([, on]) => on).map(([name]) => name);
    it(`uses exactly ${included.join(', ')}`, async () => {
      const spoken = await service.call({ body: { length: 64, ...Object.fromEntries(flags) } });
      const unspoken = await service.call({
        body: { length: 64, ...Object.fromEntries(flags.filter(([, on]) => !on)) },
      });
      for (const { json } of [spoken, unspoken]) {
        const seen = names.filter((name) => classes[name].test(json.data.password));
        expect(seen).to.deep.equal(included);
      }
    });
  }

  it('holds every class even at the shortest length', async () => {
    for (let draw = 0; draw < 40; draw += 1) {
      const { json } = await service.call({ body: { length: 8 } });
      for (const name of names) expect(json.data.password).to.match(classes[name]);
    }
  });

  it('takes an integer however JSON writes it', async () => {
    for (const length of ['16.0', '1.6e1', '160E-1']) {
      const { json } = await service.call({ body: `{"length": ${length}}` });
      expect(json.data.length).to.equal(16);
    }
  });

  it('draws anew for every request', async () => {
    const ask = () => service.call({ body: { length: 20 } });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(new Set(answers.map(({ json }) => json.data.password))).to.have.lengthOf(20);
  });

  it('takes a query for nothing and leaves the path as it is', async () => {
    const { status, json } = await service.call({ path: '/api/passwords?length=99', body: { length: 16 } });
    expect({ status, length: json.data.length }).to.deep.equal({ status: 200, length: 16 });
  });
});
