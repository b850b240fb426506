import { expect } from 'chai';
import { startService, type TestService } from '../support/service.ts';

describe('POST /api/passwords', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('gives a password of the length and classes that were asked for', async () => {
    const { status, json } = await service.call({ body: { length: 12, includeSymbols: false } });
    expect(status).to.equal(200);
    expect(json).to.have.all.keys('success', 'data');
    expect(json.data.password).to.match(/^[A-Za-z0-9]{12}$/);
    expect(json.data).to.deep.include({ strength: 'good', length: 12, generatedAt: '2026-01-02T03:04:05.678Z' });
  });
});
