import { expect } from 'chai';
import { commonHeaders, expectFailure, statedHeaders } from '../support/failures.ts';
import { quotaHeaders } from '../support/quota-headers.ts';
import { type Call, startService, type TestService } from '../support/service.ts';

const path = '/api/passwords/bulk';

describe('POST /api/passwords/bulk', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.stop());
  const ask = (body: Call['body']) => service.call({ path, body });

  it('answers with as many passwords as were asked for, each with its facts', async () => {
    const answer = await ask({ count: 3, length: 16, includeSymbols: false });
    const { count, passwords } = answer.json.data;
    expect(answer.status).to.equal(200);
    expect(answer.json).to.have.all.keys('success', 'data');
    expect(answer.json.data).to.have.all.keys('count', 'passwords');
    expect({ success: answer.json.success, count }).to.deep.equal({ success: true, count: 3 });
    expect(passwords).to.have.lengthOf(3);
    for (const { password, ...facts } of passwords) {
      expect(password).to.match(/^[A-Za-z0-9]{16}$/);
      expect(facts).to.deep.equal({
        strength: 'strong',
        length: 16,
        generatedAt: '2026-01-02T03:04:05.678Z',
        entropyBits: 95.17,
      });
    }
  });

  it('counts as one request, whatever its count', async () => {
    const answer = await ask({ count: 500, length: 8 });
    const { 'x-request-id': id, ...headers } = statedHeaders(answer);
    expect(id).to.be.a('string');
    expect(headers).to.deep.equal({
      ...commonHeaders,
      'content-type': 'application/json; charset=utf-8',
      ...quotaHeaders({ remaining: 149, resetAtMs: service.clock.nowMs() + 60_000 }),
    });
  });

  it('draws each password by itself, up to the top', async () => {
    const { json } = await ask({ count: 1000, length: 20 });
    const texts = json.data.passwords.map(({ password }: { password: string }) => password);
    expect(json.data.count).to.equal(1000);
    expect(new Set(texts)).to.have.lengthOf(1000);
  });

  it('gives a list of one too', async () => {
    const { json } = await ask({ count: 1, length: 8, includeSymbols: true });
    expect(json.data.passwords).to.have.lengthOf(1);
  });
});

describe('BULK_MAX_COUNT', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await startService({ settings: { bulkMaxCount: 7 } });
  });
  afterEach(() => service.stop());

  it('is the top', async () => {
    const { status, json } = await service.call({ path, body: { count: 7, length: 8 } });
    expect({ status, count: json.data.count }).to.deep.equal({ status: 200, count: 7 });
  });

  it('is named to whoever asks for more', async () => {
    const answer = await service.call({ path, body: { count: 8, length: 8 } });
    expectFailure(answer, 'INVALID_REQUEST', {
      details: [{ field: 'count', message: 'must be an integer from 1 to 7' }],
      headers: quotaHeaders({ remaining: 149, resetAtMs: service.clock.nowMs() + 60_000 }),
    });
  });
});
