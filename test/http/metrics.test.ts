import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { send, startService, type TestService } from '../support/service.ts';

/** The samples of a text in Prometheus's format, by name and labels. */
function samplesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

describe('metrics', () => {
  let service: TestService;
  let url: string;
  const scrape = async (path = '/metrics', method = 'GET') => send(url.replace('/metrics', ''), { method, path });
  beforeEach(async () => {
    service = await startService({ settings: { metricsPort: 0 } });
    url = await service.container.get(ids.metricsServer).listen();
  });
  afterEach(async () => {
    service.container.get(ids.metricsServer).close();
    await service.stop();
  });

  it('count requests by route, method and status, what was issued and decided, and failed attempts', async () => {
    const wrongKey = `${service.key.slice(0, -1)}${service.key.endsWith('0') ? '1' : '0'}`;
    await service.call({ body: { length: 8 } });
    await service.call({ path: '/api/passwords/bulk', body: { length: 8, count: 5 } });
    await service.call({ body: { length: 1 } });
    await service.call({ body: { length: 8 }, key: wrongKey });
    await service.call({ path: `/no/such/${service.key}`, method: 'PROPFIND' });
    const { status, headers, text } = await scrape();
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4/);
    const samples = samplesOf(text);
    const requests = (method: string, route: string, code: number) =>
      samples.get(`http_request_duration_seconds_count{method="${method}",route="${route}",status="${code}"}`);
    expect([
      requests('POST', '/api/passwords', 200),
      requests('POST', '/api/passwords/bulk', 200),
      requests('POST', '/api/passwords', 400),
      requests('POST', '/api/passwords', 401),
      requests('other', 'none', 404),
      samples.get('passwords_issued_total'),
      samples.get('quota_decisions_total{plan="annual",decision="accepted"}'),
      samples.get('failed_attempts_total'),
    ]).to.deep.equal([1, 1, 1, 1, 1, 6, 3, 1]);
    expect(samples.get('process_resident_memory_bytes')).to.be.above(1e6);
    expect(samples.has('nodejs_eventloop_lag_p99_seconds')).to.equal(true);
  });

  it('name no subscriber and no address', async () => {
    const key = await service.addSubscriber('someone-in-particular', 'enterprise');
    await service.call({ key, body: { length: 8 } });
    const { text } = await scrape();
    expect(text).to.include('plan="enterprise"');
    expect(text).not.to.match(/someone|127\.0\.0\.1/);
  });

  it('are at /metrics alone, and nothing else is there', async () => {
    for (const [path, method] of [
      ['/', 'GET'],
      ['/metrics/', 'GET'],
      ['/metrics', 'POST'],
      ['/api/passwords', 'POST'],
    ] as const) {
      const { status } = await fetch(url.replace('/metrics', path), { method });
      expect(status, `${method} ${path}`).to.equal(404);
    }
  });
});
