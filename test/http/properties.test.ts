import { expect } from 'chai';
import fc from 'fast-check';
import { type Choice, choices, expectPassword, type PasswordRequest } from '../support/password-oracle.ts';
import { type Answer, startService, type TestService } from '../support/service.ts';

/** Never reached, so that the quota says nothing here. */
const annual = { requestsPerMinute: 1_000_000, apiAccess: true, price: { amountUsd: 840, per: 'year' } } as const;
const limits: Record<string, { min: number; max: number }> = {
  length: { min: 8, max: 128 },
  count: { min: 1, max: 1000 },
};
const endpoints = [
  { path: '/api/passwords', required: ['length'] },
  { path: '/api/passwords/bulk', required: ['count', 'length'] },
];

/** A member of a JSON object: names that no object of ours can hold, such as __proto__, stay what they are. */
type Member = readonly [name: string, value: unknown];

describe('any request', function () {
  this.timeout(60_000);
  let service: TestService;
  before(async () => {
    service = await startService({ settings: { plans: { annual } } });
  });
  after(() => service.stop());

  it('that is valid gets a password that keeps every promise', () =>
    holds(fc.tuple(validMembers(fc.record({ length: between(8, 128) })), someTime), 250, async ([members, ms]) => {
      service.clock.advance(ms);
      const { status, json } = await service.call({ body: toJson(members) });
      expect({ status, ...json, data: '' }).to.deep.equal({ status: 200, success: true, data: '' });
      expectPassword(json.data, toRequest(members), service.clock.nowMs());
    }));

  it('that is valid gets as many of them as it asks for', () => {
    const fields = fc.record({ length: between(8, 128), count: between(1, 12) });
    return holds(fc.tuple(validMembers(fields), someTime), 100, async ([members, ms]) => {
      service.clock.advance(ms);
      const { status, json } = await service.call({ path: '/api/passwords/bulk', body: toJson(members) });
      const { count } = Object.fromEntries(members);
      const { passwords, ...data } = json.data;
      expect({ status, ...json, data }).to.deep.equal({ status: 200, success: true, data: { count } });
      expect(passwords).to.have.length(count as number);
      for (const one of passwords) expectPassword(one, toRequest(members), service.clock.nowMs());
    });
  });

  for (const { path, required } of endpoints) {
    it(`with faults hears of each faulty field, and of each once, at ${path}`, () =>
      holds(faultyMembers(required), 250, async (members) => {
        const answer = await service.call({ path, body: toJson(members) });
        expect(fieldsNamed(answer).sort()).to.deep.equal(faultyFields(members, required).sort());
      }));

    it(`that is no object hears just that, at ${path}`, () =>
      holds(
        fc.jsonValue().filter((value) => !isObject(value)),
        60,
        async (value) => {
          expect(fieldsNamed(await service.call({ path, body: JSON.stringify(value) }))).to.deep.equal(['']);
        },
      ));

    it(`whatever its bytes, is judged by what they say, at ${path}`, () =>
      holds(fc.oneof(fc.uint8Array({ maxLength: 200 }), spoiltJson), 250, async (body) => {
        const answer = await service.call({ path, body });
        if (answer.status === 200) expect(isJson(body)).to.equal(true);
        else expectFailure(answer, isJson(body) ? 'INVALID_REQUEST' : 'MALFORMED_JSON');
      }));
  }

  it('leaves no error in the log', () => {
    expect(service.logs.filter(({ level }) => level === 'error' || level === 'warn')).to.deep.equal([]);
  });
});

function holds<T>(what: fc.Arbitrary<T>, numRuns: number, predicate: (value: T) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(what, predicate), { numRuns });
}

const someTime = fc.nat({ max: 100_000 });

/** An integer, its edges often. */
function between(min: number, max: number): fc.Arbitrary<number> {
  return fc.oneof({ weight: 4, arbitrary: fc.integer({ min, max }) }, fc.constantFrom(min, max));
}

/** Choices that leave one class at least, said or left unsaid, beside other fields, in any order. */
function validMembers(fields: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Member[]> {
  const said = fc.record(Object.fromEntries(choices.map((name) => [name, fc.boolean()])), { requiredKeys: [] });
  const possible = said.filter((flags) => choices.some((name) => flags[name] ?? true));
  return fc
    .tuple(fields, possible)
    .chain((parts) => inAnyOrder(parts.flatMap((part): Member[] => Object.entries(part))));
}

/** A fault at least, often several: values of the wrong type or range, fields left out, names that are none, no class at all. */
function faultyMembers(required: readonly string[]): fc.Arbitrary<Member[]> {
  const integers = required.map((name) => fc.tuple(fc.constant(name), fc.option(integerOrNot(limits[name]!))));
  const flags = choices.map((name) => fc.tuple(fc.constant(name), fc.option(booleanOrNot)));
  const known = fc.tuple(...integers, ...flags).map((members) => members.filter(([, wish]) => wish !== null));
  const unknown = fc.uniqueArray(unknownName(required), { maxLength: 3 });
  const members = fc
    .tuple(known, unknown, fc.jsonValue())
    .map(([fields, names, value]): Member[] => [
      ...fields.map(([name, wish]): Member => [name, wish!.value]),
      ...names.map((name): Member => [name, value]),
    ]);
  return members.filter((all) => faultyFields(all, required).length > 0).chain((all) => inAnyOrder(all));
}

function integerOrNot({ min, max }: { min: number; max: number }): fc.Arbitrary<{ value: unknown }> {
  const beyond = fc.oneof(fc.integer({ max: min - 1 }), fc.integer({ min: max + 1 }), fc.double({ noNaN: true }));
  const asText = between(min, max).map(String);
  return wrapped(fc.oneof({ weight: 2, arbitrary: between(min, max) }, beyond, asText, fc.jsonValue()));
}

const booleanOrNot = wrapped(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(false) },
    fc.boolean(),
    fc.constantFrom('true', 0, 1, null),
    fc.jsonValue(),
  ),
);

/** So that a value that is null differs from a field that is left out. */
function wrapped(values: fc.Arbitrary<unknown>): fc.Arbitrary<{ value: unknown }> {
  return values.map((value) => ({ value }));
}

/** At most 64 characters and without a key in it, so that it is shown as it is; what else happens to names is tested apart. */
function unknownName(required: readonly string[]): fc.Arbitrary<string> {
  const slips = fc.constantFrom('includeSymbol', 'Length', 'counts', '__proto__', 'constructor', 'toString', '/', '~1');
  const any = fc.oneof(slips, fc.string({ minLength: 1, maxLength: 64, unit: 'binary' }));
  return any.filter((name) => ![...required, ...choices].includes(name) && !/pgs_/i.test(name));
}

/** A valid request with some of its bytes replaced, left out or put in. */
const spoiltJson = fc
  .tuple(fc.nat({ max: 60 }), fc.nat({ max: 3 }), fc.uint8Array({ maxLength: 3 }))
  .map(([at, without, bytes]) => {
    const whole = Buffer.from('{"length": 16, "count": 2, "includeSymbols": false, "é": 1}');
    return Uint8Array.from([...whole.subarray(0, at), ...bytes, ...whole.subarray(at + without)]);
  });

function inAnyOrder(members: Member[]): fc.Arbitrary<Member[]> {
  return fc.shuffledSubarray(members, { minLength: members.length });
}

/** The fields that the contract says must be named, `''` for the request as a whole. */
function faultyFields(members: readonly Member[], required: readonly string[]): string[] {
  const values = new Map(members);
  const missing = required.filter((name) => !values.has(name));
  const noClass = choices.every((name) => values.get(name) === false) ? [''] : [];
  const wrong = [...values].filter(([name, value]) => {
    if (required.includes(name)) return !isWithin(value, limits[name]!);
    return !choices.includes(name as Choice) || typeof value !== 'boolean';
  });
  return [...missing, ...noClass, ...wrong.map(([name]) => name)];
}

function isWithin(value: unknown, { min, max }: { min: number; max: number }): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

function fieldsNamed(answer: Answer): string[] {
  expectFailure(answer, 'INVALID_REQUEST');
  return answer.json.error.details.map(({ field }: { field: string }) => field);
}

/** The envelope, and nothing beside it. */
function expectFailure({ status, headers, json }: Answer, code: string): void {
  const { message, details, ...error } = json.error;
  const requestId = headers.get('x-request-id');
  expect({ status, ...json, error }).to.deep.equal({ status: 400, success: false, error: { code }, requestId });
  expect(message).to.be.a('string').that.is.not.empty;
  expect(details !== undefined, 'details').to.equal(code === 'INVALID_REQUEST');
  for (const detail of details ?? []) {
    expect(detail).to.have.all.keys('field', 'message');
    expect(detail.message).to.match(/^(must|is) /);
  }
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toJson(members: readonly Member[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(', ')}}`;
}

function toRequest(members: readonly Member[]): PasswordRequest {
  return Object.fromEntries(members) as PasswordRequest;
}
