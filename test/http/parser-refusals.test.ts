import { expect } from 'chai';
import { Conversation, readAnswer, requestText } from '../support/conversation.ts';
import { expectRefusal } from '../support/failures.ts';
import { startService, type TestService } from '../support/service.ts';

const KIB = 1024;
const keyed = (service: TestService) => ({
  Authorization: `Bearer ${service.key}`,
  'Content-Type': 'application/json',
});

/** Requests that Node's parser stumbles on, or that HTTP forbids. */
const malformed: readonly (readonly [string, string])[] = [
  ['no HTTP at all', 'GARBAGE\r\n\r\n'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['an unknown method', 'FROB /health/live HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a method in small letters', 'get /health/live HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['another version', 'GET /health/live HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['a space in the path', 'GET /health /live HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a header without a colon', 'GET /health/live HTTP/1.1\r\nHost: x\r\nBroken\r\n\r\n'],
  ['a space before the colon', 'GET /health/live HTTP/1.1\r\nHost: x\r\nName : value\r\n\r\n'],
  ['a control character in a header', 'GET /health/live HTTP/1.1\r\nHost: x\r\nName: a\x00b\r\n\r\n'],
  ['two lengths', 'POST /api/passwords HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'],
  ['a length that is no number', 'POST /api/passwords HTTP/1.1\r\nHost: x\r\nContent-Length: two\r\n\r\n{}'],
  ['a length below zero', 'POST /api/passwords HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
  [
    'a length beside chunks',
    'POST /api/passwords HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['HTTP/1.1 without Host', 'GET /health/live HTTP/1.1\r\n\r\n'],
  ['HTTP/1.1 without Host, and with a body', 'POST /api/passwords HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}'],
  [
    'HTTP/1.1 without Host that expects to go on',
    'POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n',
  ],
];

describe('what is refused before there is a request', () => {
  let service: TestService;
  let conversation: Conversation;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  beforeEach(() => {
    conversation = Conversation.open(service.url);
  });
  afterEach(() => conversation.leave());

  const hearRefusal = async () => readAnswer(await conversation.hearOut());

  for (const [what, bytes] of malformed) {
    it(`${what}: 400`, async () => {
      conversation.say(Buffer.from(bytes, 'latin1'));
      expectRefusal(await hearRefusal(), 'BAD_REQUEST');
    });
  }

  it('a chunk that is none, within a body: 400, under the id and the quota of the request', async () => {
    const headers = { ...keyed(service), 'Transfer-Encoding': 'chunked', 'X-Request-Id': 'chunk-1' };
    conversation.say(requestText({ headers, body: '5\r\n{"len\r\nnonsense\r\n' }));
    const { status, headers: answered, json } = await hearRefusal();
    expect({ status, code: json.error.code, requestId: json.requestId }).to.deep.equal({
      status: 400,
      code: 'BAD_REQUEST',
      requestId: 'chunk-1',
    });
    expect(answered.get('x-request-id')).to.equal('chunk-1');
    expect(answered.get('ratelimit-policy')).to.equal('"annual";q=150;w=60');
    expect(answered.get('connection')).to.equal('close');
  });

  for (const [what, bad] of [
    ['no Host', 'GET /health/live HTTP/1.1\r\n\r\n'],
    ['garbage', 'GARBAGE\r\n\r\n'],
  ] as const) {
    it(`${what} behind a good request: the good one is answered first`, async () => {
      conversation.say(
        `${requestText({ headers: { ...keyed(service), 'Content-Length': '13' }, body: '{"length":20}' })}${bad}`,
      );
      const heard = await conversation.hearOut();
      expect(heard.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 200', 'HTTP/1.1 400']);
    });
  }

  it('CONNECT: 400', async () => {
    conversation.say('CONNECT /api/passwords HTTP/1.1\r\nHost: x\r\n\r\n');
    expectRefusal(await hearRefusal(), 'BAD_REQUEST');
  });

  const tooMuch = [
    ['one header', requestText({ headers: { 'X-Long': 'x'.repeat(16 * KIB) } })],
    ['many headers', requestText({ headers: Object.fromEntries(manyHeaders(20)) })],
    ['the path', requestText({ path: `/${'x'.repeat(17 * KIB)}` })],
  ] as const;
  for (const [what, text] of tooMuch) {
    it(`${what} of more than 16 KiB: 431`, async () => {
      conversation.say(text);
      expectRefusal(await hearRefusal(), 'HEADERS_TOO_LARGE');
    });
  }

  it('headers of a little less are read', async () => {
    const headers = { 'X-Long': 'x'.repeat(15 * KIB), Connection: 'close' };
    conversation.say(requestText({ method: 'GET', path: '/health/live', headers }));
    expect((await hearRefusal()).status).to.equal(200);
  });

  it('another expectation: 417', async () => {
    conversation.say(
      requestText({ headers: { ...keyed(service), Expect: 'miracles', 'Content-Length': '2' }, body: '{}' }),
    );
    expectRefusal(await hearRefusal(), 'EXPECTATION_FAILED');
  });

  it('headers that do not end within 5 seconds: 408, soon after', async () => {
    const startedAt = performance.now();
    conversation.say('POST /api/passwords HTTP/1.1\r\nHost: x\r\n');
    expectRefusal(await hearRefusal(), 'REQUEST_TIMEOUT');
    expect(performance.now() - startedAt).to.be.within(4_900, 8_000);
  });

  it('is told in the envelope alone, for there is no Accept to go by', async () => {
    conversation.say('GET /health/live HTTP/1.1\r\nAccept: application/problem+json\r\nBroken\r\n\r\n');
    expectRefusal(await hearRefusal(), 'BAD_REQUEST');
  });

  it('leaves no line in the log', async () => {
    const before = service.logs.length;
    conversation.say('GARBAGE\r\n\r\n');
    await conversation.hearOut();
    expect(service.logs.slice(before)).to.deep.equal([]);
  });

  it('HTTP/1.0 needs no Host', async () => {
    conversation.say('GET /health/live HTTP/1.0\r\n\r\n');
    const { status, json } = readAnswer(await conversation.hearOut());
    expect({ status, json }).to.deep.equal({ status: 200, json: { status: 'live' } });
  });

  it('an offer to upgrade is no reason', async () => {
    const headers = { Connection: 'Upgrade, close', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQAAP__' };
    conversation.say(requestText({ method: 'GET', path: '/health/live', headers }));
    expect((await hearRefusal()).status).to.equal(200);
  });
});

function manyHeaders(kib: number): [string, string][] {
  return Array.from({ length: kib }, (_, at) => [`X-Header-${at}`, 'x'.repeat(KIB)]);
}
