import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { Conversation, chunked, readAnswer, requestText } from '../support/conversation.ts';
import { expectFailure } from '../support/failures.ts';
import { quotaHeaders } from '../support/quota-headers.ts';
import { startService, type TestService } from '../support/service.ts';

const body = '{"length": 16}';

describe('the media type of a body', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  beforeEach(() => service.clock.advance(60_000));

  const headers = () => quotaHeaders({ remaining: 149, resetAtMs: service.clock.nowMs() + 60_000 });
  const post = (more: Record<string, string>, sent: string | Uint8Array = body) =>
    service.call({ body: sent, headers: more });

  const accepted = [
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json ; charset="utf-8"',
    'application/json; version=1; charset=utf-8',
  ];
  for (const type of accepted) {
    it(`may be ${type}`, async () => {
      const { status, json } = await post({ 'content-type': type });
      expect({ status, length: json.data.length }).to.deep.equal({ status: 200, length: 16 });
    });
  }

  const refused = [
    'text/plain',
    'text/json',
    'application/jsonx',
    'application/json5',
    'application/x-json',
    'application/problem+json',
    'application/vnd.api+json',
    'application/json-patch+json',
    'application/csp-report',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/*',
    'application/json, text/plain',
    'text/plain; application/json',
    'json',
  ];
  for (const type of refused) {
    for (const path of ['/api/passwords', '/api/passwords/bulk']) {
      it(`may not be ${type} at ${path}`, async () => {
        const answer = await service.call({ path, body, headers: { 'content-type': type } });
        expectFailure(answer, 'UNSUPPORTED_MEDIA_TYPE', { headers: headers() });
      });
    }
  }

  const framings = [
    ['a Content-Length', { 'Content-Length': String(body.length) }, body],
    ['chunks', { 'Transfer-Encoding': 'chunked' }, chunked(body)],
  ] as const;
  for (const [how, framing, sent] of framings) {
    it(`may not be left out of a body with ${how}`, async () => {
      const conversation = Conversation.open(service.url);
      const more = { Authorization: `Bearer ${service.key}`, Connection: 'close', ...framing };
      conversation.say(requestText({ headers: more, body: sent }));
      expectFailure(readAnswer(await conversation.hearOut()), 'UNSUPPORTED_MEDIA_TYPE', { headers: headers() });
    });
  }

  it('does not matter where there is no body', async () => {
    const answer = await service.call({ headers: { 'content-type': 'text/plain' } });
    expectFailure(answer, 'MALFORMED_JSON', { headers: headers() });
  });

  for (const coding of ['identity', 'Identity']) {
    it(`may be joined by Content-Encoding ${coding}`, async () => {
      expect((await post({ 'content-encoding': coding })).status).to.equal(200);
    });
  }

  const codings: readonly (readonly [string, string | Uint8Array])[] = [
    ['gzip', gzipSync(body)],
    ['gzip', body],
    ['x-gzip', gzipSync(body)],
    ['deflate', body],
    ['br', body],
    ['zstd', body],
    ['identity, gzip', body],
    ['gzip, identity', body],
    ['nonsense', body],
  ];
  for (const [coding, sent] of codings) {
    it(`may not be joined by Content-Encoding ${coding} on ${typeof sent}`, async () => {
      const answer = await post({ 'content-encoding': coding }, sent);
      expectFailure(answer, 'UNSUPPORTED_MEDIA_TYPE', { headers: headers() });
    });
  }
});
