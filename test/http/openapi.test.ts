import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { API_VERSION, describeApi } from '../../src/adapters/http/openapi/document.ts';
import { PasswordPolicy } from '../../src/domain/password/password-policy.ts';
import { documentedOutcomes } from '../support/api-judge.ts';
import { commonHeaders, failures, statedHeaders } from '../support/failures.ts';
import { startService, type TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into freely
type Json = any;

const fileOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const byDefault = describeApi({ maxCount: 1000 });
const ask = { method: 'GET', path: '/openapi.json', key: null, headers: { 'Accept-Encoding': 'identity' } };

describe('GET /openapi.json', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('gives the description to whoever asks, to be asked for anew each time', async () => {
    const answer = await service.call(ask);
    const { 'x-request-id': requestId, etag, ...headers } = statedHeaders(answer);
    expect(requestId).to.match(/^[A-Za-z0-9._-]{1,64}$/);
    expect(etag).to.match(/^"[A-Za-z0-9_-]{43}"$/);
    expect(headers).to.deep.equal({
      ...commonHeaders,
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect({ status: answer.status, json: answer.json }).to.deep.equal({
      status: 200,
      json: JSON.parse(JSON.stringify(byDefault)),
    });
  });

  it('says no more than that where nothing has changed', async () => {
    const etag = (await service.call(ask)).headers.get('etag') ?? '';
    const given = async (name: string) => {
      const headers = { ...ask.headers, 'If-None-Match': name };
      const { status, text } = await service.call({ ...ask, headers });
      return [status, text === ''];
    };
    for (const name of [etag, `W/${etag}`, `"another", ${etag}`, '*'])
      expect(await given(name)).to.deep.equal([304, true]);
    for (const name of ['"another"', etag.slice(1, -1)]) expect(await given(name)).to.deep.equal([200, false]);
  });

  it('comes compressed to whoever takes that, under another ETag', async () => {
    const [plain, compressed] = [await service.call(ask), await service.call({ ...ask, headers: {} })];
    expect(compressed.headers.get('content-encoding')).to.equal('gzip');
    expect(compressed.json).to.deep.equal(plain.json);
    expect(compressed.headers.get('etag')).not.to.equal(plain.headers.get('etag'));
  });

  it('shows the count that is in force', async () => {
    const own = await startService({ settings: { bulkMaxCount: 7 } });
    try {
      const { json } = await own.call(ask);
      expect(json.components.schemas.BulkPasswordRequest.properties.count).to.deep.include({ minimum: 1, maximum: 7 });
      expect(json.components.schemas.PasswordRequest).to.deep.equal(byDefault.components.schemas.PasswordRequest);
    } finally {
      await own.stop();
    }
  });
});

describe('the description of the API', () => {
  it('is OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(byDefault)));
    expect({ valid, errors }).to.deep.equal({ valid: true, errors: undefined });
  });

  it('is what config/openapi.json holds: where not, run npm run --silent openapi > config/openapi.json', () => {
    expect(fileOf('config/openapi.json')).to.equal(`${JSON.stringify(byDefault, undefined, 2)}\n`);
  });

  it('has the version of the package, of which CHANGELOG.md tells first', () => {
    expect(JSON.parse(fileOf('package.json')).version).to.equal(API_VERSION);
    expect(/^## (\S+)/m.exec(fileOf('CHANGELOG.md'))?.[1]).to.equal(API_VERSION);
  });

  it('has every code that a caller can meet, under its status', () => {
    const outcomes = documentedOutcomes();
    for (const [code, [status]] of Object.entries(failures)) expect([...outcomes]).to.include(`${status} ${code}`);
  });

  it('holds its own examples to its own schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(byDefault, 'api');
    const media: [string, Json][] = [];
    visit(byDefault, '', (path, node) => {
      if (node.schema && (node.examples || 'example' in node)) media.push([path, node]);
    });
    expect(media).to.have.length.above(100);
    for (const [path, { schema, examples, example }] of media) {
      const validate = ajv.compile(schema.$ref ? { $ref: `api${schema.$ref}` } : schema);
      const values = examples ? Object.values<Json>(examples).map(({ value }) => value) : [example];
      for (const value of values) expect(validate(value), `${path}: ${JSON.stringify(value)}`).to.equal(true);
    }
  });

  it('gives examples of passwords that are what they would be', () => {
    const seen: string[] = [];
    visit(byDefault, '', (_path, { password, length, strength, entropyBits }) => {
      if (typeof password !== 'string') return;
      seen.push(password);
      const includeSymbols = /[!@#$%^&*]/.test(password);
      expect(password).to.match(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[A-Za-z0-9!@#$%^&*]+$/);
      const policy = PasswordPolicy.of({ length: password.length, includeSymbols });
      expect({ length, strength, entropyBits }).to.deep.equal({
        length: password.length,
        strength: 'strong',
        entropyBits: policy.entropyBits,
      });
    });
    expect(seen).to.have.length(2);
  });
});

describe('the examples of the description', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  for (const path of ['/api/passwords', '/api/passwords/bulk'] as const) {
    const { post }: Json = byDefault.paths[path];
    it(`of a request to ${path} are answered as the description shows`, async () => {
      const request: Json = Object.values(post.requestBody.content['application/json'].examples)[0];
      const { status, json } = await service.call({ path, body: request.value });
      const shown: Json = Object.values(post.responses['200'].content['application/json'].examples)[0];
      expect(status).to.equal(200);
      expect(withoutChance(json)).to.deep.equal(withoutChance(shown.value));
    });
  }

  it('of faults are what such a request is told', async () => {
    const { json } = await service.call({ body: { length: 7, includeSymbol: true } });
    const { examples }: Json = byDefault.components.responses.InvalidRequest.content['application/json'];
    expect(json.error.details).to.have.deep.members(examples.INVALID_REQUEST.value.error.details);
  });
});

/** What chance and the moment decide is left out. */
function withoutChance(value: Json): Json {
  return JSON.parse(JSON.stringify(value, (name, each) => (/^(password|generatedAt)$/.test(name) ? undefined : each)));
}

function visit(node: Json, path: string, look: (path: string, node: Json) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) look(path, node);
  for (const [name, child] of Object.entries(node)) visit(child, `${path}/${name}`, look);
}
