import { expect } from 'chai';
import { startService, type TestService } from '../support/service.ts';

const known =
  'is not a known field; known are length, includeUppercase, includeLowercase, includeNumbers, includeSymbols';
const near = (name: string) => `is not a known field; did you mean ${name}?`;

describe('unknown fields', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  beforeEach(() => service.clock.advance(60_000));

  /** What is said of a request with one more field. */
  const told = async (name: string, { path = '/api/passwords', count = '' } = {}) => {
    const { status, json } = await service.call({
      path,
      body: `{"length": 16${count}, ${JSON.stringify(name)}: true}`,
    });
    expect(status).to.equal(400);
    expect(json.error.code).to.equal('INVALID_REQUEST');
    return json.error.details;
  };

  const names = [
    ['includeSymbol', near('includeSymbols')],
    ['includeUpperCase', near('includeUppercase')],
    ['INCLUDENUMBERS', near('includeNumbers')],
    ['include_lowercase', near('includeLowercase')],
    ['Length', near('length')],
    ['lenght', near('length')],
    ['includesymbls', near('includeSymbols')],
    ['count', known],
    ['symbols', known],
    ['exclude', known],
    ['x', known],
    ['__proto__', known],
    ['constructor', known],
    ['toString', known],
    ['hasOwnProperty', known],
    ['naïve🙂', known],
    ['日本語', known],
    ['a"b\\c/d', known],
    ['line\nbreak\u0000', known],
    ['<script>', known],
    ['x'.repeat(64), known],
  ] as const;
  for (const [name, message] of names) {
    it(`${JSON.stringify(name)} is named, with what is near`, async () => {
      expect(await told(name)).to.deep.equal([{ field: name, message }]);
    });
  }

  it('are compared with count as well where there is a count', async () => {
    const bulk = { path: '/api/passwords/bulk', count: ', "count": 2' };
    expect(await told('coumt', bulk)).to.deep.equal([{ field: 'coumt', message: near('count') }]);
    const all = known.replace('length', 'count, length');
    expect(await told('amount of them', bulk)).to.deep.equal([{ field: 'amount of them', message: all }]);
  });

  it('can pollute no prototype', async () => {
    await service.call({ body: '{"length": 16, "__proto__": {"includeSymbols": false, "polluted": 1}}' });
    expect(({} as { polluted?: number }).polluted).to.equal(undefined);
    const { json } = await service.call({ body: { length: 64 } });
    expect(json.data.password).to.match(/[!@#$%^&*]/);
  });

  it('are cut at 64 characters', async () => {
    expect(await told('y'.repeat(65))).to.deep.equal([{ field: 'y'.repeat(64), message: known }]);
    expect(await told('z'.repeat(10_000))).to.deep.equal([{ field: 'z'.repeat(64), message: known }]);
  });

  it('are cut between characters, never within one', async () => {
    const [{ field }] = await told(`${'e'.repeat(63)}🙂${'e'.repeat(20)}`);
    expect(field).to.match(/^e{63}/);
    expect(Buffer.from(field).toString()).to.equal(field); // half a surrogate pair does not survive UTF-8
  });

  it('are masked where they look like a key, before they are cut', async () => {
    const message = known;
    expect(await told(service.key)).to.deep.equal([{ field: 'pgs_***', message }]);
    expect(await told(service.key.toUpperCase())).to.deep.equal([{ field: 'pgs_***', message }]);
    expect(await told(`Bearer ${service.key} `)).to.deep.equal([{ field: 'Bearer pgs_*** ', message }]);
    expect(await told(service.key.slice(0, 20))).to.deep.equal([{ field: 'pgs_***', message }]);
    expect(await told('w'.repeat(60) + service.key)).to.deep.equal([{ field: `${'w'.repeat(60)}pgs_`, message }]);
  });

  it('are listed once a name, however often they come', async () => {
    const { json } = await service.call({ body: '{"length": 16, "twice": 1, "twice": 2, "once": 3}' });
    expect(json.error.details).to.have.deep.members([
      { field: 'twice', message: known },
      { field: 'once', message: known },
    ]);
  });
});
