import { expect } from 'chai';
import { Conversation, readAnswer, requestText } from '../support/conversation.ts';
import { commonHeaders, expectFailure, statedHeaders } from '../support/failures.ts';
import { startService, type TestService } from '../support/service.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const documents = [
  {
    path: '/docs',
    type: 'text/html; charset=utf-8',
    more: { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' },
  },
  { path: '/docs/init.js', type: 'text/javascript; charset=utf-8', more: {} },
  { path: '/docs/page.css', type: 'text/css; charset=utf-8', more: {} },
  { path: '/docs/swagger-ui.css', type: 'text/css; charset=utf-8', more: {} },
  { path: '/docs/swagger-ui-bundle.js', type: 'text/javascript; charset=utf-8', more: {} },
];

const unknownPaths = [
  '/docs/',
  '/Docs',
  '/docs/index.html',
  '/docs/init.js/',
  '/docs/swagger-ui.js',
  '/docs/package.json',
  '/docs/../docs',
  '/docs/%2e%2e/package.json',
];

describe('GET /docs and what it loads', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const get = (path: string, headers: Record<string, string> = {}) =>
    service.call({ method: 'GET', path, key: null, headers: { 'Accept-Encoding': 'identity', ...headers } });

  /** Sent as it is: a client of the platform would tidy the path and refuse some methods. */
  const sendAsIs = async (method: string, path: string) => {
    const conversation = Conversation.open(service.url);
    conversation.say(requestText({ method, path, headers: { Connection: 'close' } }));
    return readAnswer(await conversation.hearOut());
  };

  for (const { path, type, more } of documents) {
    it(`gives ${path} with these headers and no others`, async () => {
      const answer = await get(path, { 'X-Request-Id': 'docs-1' });
      const { etag, ...headers } = statedHeaders(answer);
      expect(etag).to.match(/^"[A-Za-z0-9_-]{43}"$/);
      expect({ status: answer.status, headers }).to.deep.equal({
        status: 200,
        headers: {
          ...commonHeaders,
          'cache-control': 'no-cache',
          'content-type': type,
          vary: 'Accept-Encoding',
          'x-request-id': 'docs-1',
          ...more,
        },
      });
      expect(answer.text).not.to.equal('');
    });

    it(`says no more than that where ${path} has not changed`, async () => {
      const etag = (await get(path)).headers.get('etag') ?? '';
      const same = await get(path, { 'If-None-Match': etag, 'X-Request-Id': 'docs-2' });
      expect({ status: same.status, text: same.text, headers: statedHeaders(same) }).to.deep.equal({
        status: 304,
        text: '',
        headers: {
          ...commonHeaders,
          'cache-control': 'no-cache',
          etag,
          vary: 'Accept-Encoding',
          'x-request-id': 'docs-2',
          ...more,
        },
      });
      expect((await get(path, { 'If-None-Match': '"another"' })).status).to.equal(200);
    });

    it(`gives ${path} compressed to whoever takes that, under an ETag of its own`, async () => {
      const plain = await get(path);
      const compressed = await get(path, { 'Accept-Encoding': 'br, gzip' });
      expect(compressed.headers.get('content-encoding')).to.equal('gzip');
      expect(Number(compressed.headers.get('content-length'))).to.be.below(Buffer.byteLength(plain.text));
      expect(compressed.text === plain.text, 'the same content').to.equal(true);
      const etag = compressed.headers.get('etag') ?? '';
      expect(etag).not.to.equal(plain.headers.get('etag'));
      expect((await get(path, { 'Accept-Encoding': 'gzip', 'If-None-Match': etag })).status).to.equal(304);
      expect((await get(path, { 'If-None-Match': etag })).status, 'to another encoding').to.equal(200);
    });

    it(`refuses other methods on ${path}`, async () => {
      const headers = { allow: 'GET, OPTIONS' };
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'])
        expectFailure(await sendAsIs(method, path), 'METHOD_NOT_ALLOWED', { headers });
      const [head, options] = [await sendAsIs('HEAD', path), await sendAsIs('OPTIONS', path)];
      for (const { answer, status } of [
        { answer: head, status: 405 },
        { answer: options, status: 204 },
      ]) {
        const { text, headers: got } = answer;
        expect([answer.status, text, got.get('allow')]).to.deep.equal([status, '', headers.allow]);
      }
    });
  }

  for (const path of unknownPaths) {
    it(`knows nothing at ${path}`, async () => expectFailure(await sendAsIs('GET', path), 'NOT_FOUND'));
  }

  it('refers to nothing but what stands beside it', async () => {
    const { text } = await get('/docs');
    const addresses = [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses).to.have.members([
      'data:,',
      '#operations',
      'docs/swagger-ui.css',
      'docs/page.css',
      'docs/swagger-ui-bundle.js',
      'docs/init.js',
      'openapi.json',
    ]);
    expect(text).not.to.match(/<style|<script>|javascript:| on[a-z]+=| style=|http-equiv/i);
  });

  it('loads nothing from elsewhere by its styles', async () => {
    const styles = [await get('/docs/page.css'), await get('/docs/swagger-ui.css')].map(({ text }) => text).join('\n');
    expect(styles).not.to.contain('@import');
    const loaded = [...styles.matchAll(/url\(["']?(.{5})/g)].map(([, start]) => start);
    expect([...new Set(loaded)]).to.deep.equal(['data:']);
  });

  it('starts Swagger UI without a store for keys and without a judge elsewhere', async () => {
    const { text } = await get('/docs/init.js');
    expect(text).to.contain("url: 'openapi.json'");
    expect(text).to.contain('persistAuthorization: false').and.to.contain('validatorUrl: null');
    expect(text).not.to.match(/https?:|\/\//);
  });
});
