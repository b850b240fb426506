import { expect } from 'chai';
import { Conversation, chunked, readAnswer, requestText } from '../support/conversation.ts';
import { expectFailure } from '../support/failures.ts';
import { quotaHeaders } from '../support/quota-headers.ts';
import { startService, type TestService } from '../support/service.ts';

const KIB = 1024;
const request = '{"length": 16}';
const sized = (bytes: number) => request.padEnd(bytes, ' ');
/** Some bytes beyond ASCII: the limit is on bytes, not on characters. */
const sizedBeyondAscii = (bytes: number) =>
  `{"é": "${'é'.repeat(bytes / 2 - 5)}"}`.padEnd(bytes - (bytes / 2 - 4), ' ');

describe('the size of a body', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  beforeEach(() => service.clock.advance(60_000));

  const headers = () => quotaHeaders({ remaining: 149, resetAtMs: service.clock.nowMs() + 60_000 });
  const head = (more: Record<string, string>) =>
    requestText({ headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json', ...more } });
  const sendChunked = async (...texts: string[]) => {
    const conversation = Conversation.open(service.url);
    conversation.say(head({ 'Transfer-Encoding': 'chunked', Connection: 'close' }) + chunked(...texts));
    return readAnswer(await conversation.hearOut());
  };

  it('may be 16 KiB by its Content-Length', async () => {
    expect((await service.call({ body: sized(16 * KIB) })).status).to.equal(200);
  });

  it('may be 16 KiB in chunks', async () => {
    const { status, json } = await sendChunked(sized(10 * KIB), ' '.repeat(6 * KIB));
    expect({ status, length: json.data.length }).to.deep.equal({ status: 200, length: 16 });
  });

  it('may not be a byte more by its Content-Length', async () => {
    expectFailure(await service.call({ body: sized(16 * KIB + 1) }), 'PAYLOAD_TOO_LARGE', { headers: headers() });
  });

  it('may not be a byte more in chunks', async () => {
    const answer = await sendChunked(sized(10 * KIB), ' '.repeat(6 * KIB + 1));
    expectFailure(answer, 'PAYLOAD_TOO_LARGE', { headers: headers() });
  });

  it('is counted in bytes', async () => {
    const body = sizedBeyondAscii(16 * KIB + 2);
    expect(Buffer.byteLength(body)).to.equal(16 * KIB + 2);
    expect(body.length).to.be.below(9 * KIB);
    expectFailure(await service.call({ body }), 'PAYLOAD_TOO_LARGE', { headers: headers() });
  });

  it('is refused at the bulk endpoint alike', async () => {
    const answer = await service.call({ path: '/api/passwords/bulk', body: sized(16 * KIB + 1) });
    expectFailure(answer, 'PAYLOAD_TOO_LARGE', { headers: headers() });
  });

  it('is refused as announced, before any of it is sent', async () => {
    const conversation = Conversation.open(service.url);
    conversation.say(head({ 'Content-Length': String(16 * KIB + 1) }));
    const received = await conversation.hear(/"requestId":"[^"]+"\}/);
    conversation.leave();
    expectFailure(readAnswer(received), 'PAYLOAD_TOO_LARGE', { headers: headers() });
  });

  it('is refused in chunks as soon as it is too much, not at its end', async () => {
    const conversation = Conversation.open(service.url);
    conversation.say(head({ 'Transfer-Encoding': 'chunked' }) + chunked(sized(17 * KIB)).slice(0, -5));
    const received = await conversation.hear(/"requestId":"[^"]+"\}/);
    conversation.leave();
    expectFailure(readAnswer(received), 'PAYLOAD_TOO_LARGE', { headers: headers() });
  });

  const bodies = [
    ['by its Content-Length', { 'Content-Length': String(64 * KIB) }, sized(64 * KIB)],
    ['in chunks', { 'Transfer-Encoding': 'chunked' }, chunked(sized(32 * KIB), sized(32 * KIB))],
  ] as const;
  for (const [how, framing, body] of bodies) {
    it(`leaves no connection stuck that it was too large for ${how}`, async () => {
      const next = requestText({ method: 'GET', path: '/health/live', headers: { Connection: 'close' } });
      const conversation = Conversation.open(service.url);
      conversation.say(head(framing) + body + next);
      const received = await conversation.hearOut();
      const answered = [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
      const closes = /^Connection: close/im.test(received.split('\r\n\r\n')[0] ?? '');
      expect(answered).to.deep.equal(closes ? ['413'] : ['413', '200']);
    });
  }
});
