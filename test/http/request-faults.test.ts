import { expectFailure } from '../support/failures.ts';
import { quotaHeaders } from '../support/quota-headers.ts';
import { startService, type TestService } from '../support/service.ts';

const choices = ['includeUppercase', 'includeLowercase', 'includeNumbers', 'includeSymbols'];
const lengthRule = 'must be an integer from 8 to 128';
const countRule = 'must be an integer from 1 to 1000';
const noClass = {
  field: '',
  message: 'must include at least one class: includeUppercase, includeLowercase, includeNumbers or includeSymbols',
};
const none = Object.fromEntries(choices.map((name) => [name, false]));

/** JSON texts, because some of these values no object of ours can hold. */
const notIntegers = ['16.5', 'null', '"16"', '1e400', '-1e400', 'true', '[16]', '{}', '""', '1e-400'];
const notBooleans = ['"true"', '"false"', '1', '0', 'null', '""', '[]', '{}'];

const endpoints = [
  { path: '/api/passwords', valid: { length: 16 } },
  { path: '/api/passwords/bulk', valid: { count: 2, length: 16 } },
];

for (const { path, valid } of endpoints) {
  const fields = Object.entries(valid).map(([name, value]) => [name, JSON.stringify(value)]);
  /** The valid request with some fields replaced or added. */
  const withFields = (changes: Record<string, string>) => {
    const members = Object.entries({ ...Object.fromEntries(fields), ...changes });
    return `{${members.map(([name, json]) => `${JSON.stringify(name)}: ${json}`).join(', ')}}`;
  };

  describe(`faults of fields at ${path}`, () => {
    let service: TestService;
    before(async () => {
      service = await startService();
    });
    after(() => service.stop());
    beforeEach(() => service.clock.advance(60_000));

    const check = async (body: unknown, details: { field: string; message: string }[]) => {
      const headers = quotaHeaders({ remaining: 149, resetAtMs: service.clock.nowMs() + 60_000 });
      expectFailure(await service.call({ path, body }), 'INVALID_REQUEST', { details, headers });
    };

    for (const json of [...notIntegers, '7', '129', '0', '-16', '1e3']) {
      it(`length ${json}`, () => check(withFields({ length: json }), [{ field: 'length', message: lengthRule }]));
    }
    for (const name of choices) {
      for (const json of notBooleans) {
        it(`${name} ${json}`, () =>
          check(withFields({ [name]: json }), [{ field: name, message: 'must be true or false' }]));
      }
    }

    it('no field at all', () =>
      check(
        {},
        Object.keys(valid).map((field) => ({
          field,
          message: `is required and ${field === 'length' ? lengthRule : countRule}`,
        })),
      ));

    it('all four classes left out', () => check({ ...valid, ...none }, [noClass]));

    it('all faults together, one entry a field', () =>
      check(
        { ...valid, length: 7.5, includeUppercase: 'yes', includeNumbers: null, includeSymbols: 1, colour: 2, size: 3 },
        [
          { field: 'length', message: lengthRule },
          { field: 'includeUppercase', message: 'must be true or false' },
          { field: 'includeNumbers', message: 'must be true or false' },
          { field: 'includeSymbols', message: 'must be true or false' },
          {
            field: 'colour',
            message: `is not a known field; known are ${[...Object.keys(valid), ...choices].join(', ')}`,
          },
          {
            field: 'size',
            message: `is not a known field; known are ${[...Object.keys(valid), ...choices].join(', ')}`,
          },
        ],
      ));

    it('a fault of the whole beside those of fields', () =>
      check({ ...valid, ...none, length: '16', includeSymbol: true }, [
        noClass,
        { field: 'length', message: lengthRule },
        { field: 'includeSymbol', message: 'is not a known field; did you mean includeSymbols?' },
      ]));

    for (const body of ['[]', `[${JSON.stringify(valid)}]`, '"{}"', '16', 'true', 'null', '""']) {
      it(`${body} as the body`, () => check(body, [{ field: '', message: 'must be a JSON object' }]));
    }
  });
}

describe('faults of count', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  for (const json of [...notIntegers, '0', '-1', '1001', '1e9']) {
    it(`count ${json}`, async () => {
      service.clock.advance(60_000);
      const headers = quotaHeaders({ remaining: 149, resetAtMs: service.clock.nowMs() + 60_000 });
      const details = [{ field: 'count', message: countRule }];
      const answer = await service.call({ path: '/api/passwords/bulk', body: `{"length": 16, "count": ${json}}` });
      expectFailure(answer, 'INVALID_REQUEST', { details, headers });
    });
  }

  it('is required, and told beside all others', async () => {
    const answer = await service.call({ path: '/api/passwords/bulk', body: { length: 1, includeNumbers: 'no' } });
    const headers = quotaHeaders({ remaining: 148, resetAtMs: service.clock.nowMs() + 60_000 });
    const details = [
      { field: 'count', message: `is required and ${countRule}` },
      { field: 'length', message: lengthRule },
      { field: 'includeNumbers', message: 'must be true or false' },
    ];
    expectFailure(answer, 'INVALID_REQUEST', { details, headers });
  });
});
