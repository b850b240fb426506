import { expect } from 'chai';
import { Conversation, readAnswer, requestText } from '../support/conversation.ts';
import { expectFailure } from '../support/failures.ts';
import { quotaHeaders } from '../support/quota-headers.ts';
import { startService, type TestService } from '../support/service.ts';

const ascii = (text: string) => Buffer.from(text, 'latin1');
const inField = (bytes: string) => ascii(`{"length": 16, "a${bytes}": 1}`);

const malformed: readonly (readonly [string, string | Uint8Array])[] = [
  ['empty', ''],
  ['blank', ' \r\n\t'],
  ['cut off', '{"length": 16'],
  ['cut off within a text', '{"len'],
  ['two documents', '{"length": 16} {"length": 16}'],
  ['a comma too many', '{"length": 16,}'],
  ['single quotes', "{'length': 16}"],
  ['a comment', '{"length": 16 /* long */}'],
  ['a leading zero', '{"length": 016}'],
  ['NaN', '{"length": NaN}'],
  ['a form', 'length=16'],
  ['a raw line break in a text', '{"length\n": 16}'],
  ['16 KiB of brackets', '['.repeat(16 * 1024)],
  ['a byte order mark', '\ufeff{"length": 16}'],
  ['a no-break space before it', '\u00a0{"length": 16}'],
  ['UTF-16', Buffer.from('{"length": 16}', 'utf16le')],
  ['UTF-16 with its mark', Buffer.from('\ufeff{"length": 16}', 'utf16le')],
  ['Latin-1', inField('\xe9')],
  ['a continuation byte alone', inField('\x80')],
  ['a sequence cut short', inField('\xe2\x82')],
  ['an overlong slash', inField('\xc0\xaf')],
  ['a surrogate', inField('\xed\xa0\x80')],
  ['beyond U+10FFFF', inField('\xf4\x90\x80\x80')],
  ['a byte that UTF-8 never has', inField('\xff')],
];

describe('a body that is not JSON', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  beforeEach(() => service.clock.advance(60_000));
  const headers = () => quotaHeaders({ remaining: 149, resetAtMs: service.clock.nowMs() + 60_000 });

  for (const path of ['/api/passwords', '/api/passwords/bulk']) {
    for (const [what, body] of malformed) {
      it(`${what}, at ${path}`, async () => {
        expectFailure(await service.call({ path, body }), 'MALFORMED_JSON', { headers: headers() });
      });
    }

    it(`no body at all, at ${path}`, async () => {
      expectFailure(await service.call({ path }), 'MALFORMED_JSON', { headers: headers() });
    });

    it(`no body and no length of one, at ${path}`, async () => {
      const conversation = Conversation.open(service.url);
      conversation.say(requestText({ path, headers: { Authorization: `Bearer ${service.key}`, Connection: 'close' } }));
      expectFailure(readAnswer(await conversation.hearOut()), 'MALFORMED_JSON', { headers: headers() });
    });
  }

  it('is never quoted, in the answer or the logs', async () => {
    const { text } = await service.call({ body: '{"length": 16, "secretive-text' });
    expect(text).not.to.contain('secretive');
    expect(JSON.stringify(service.logs)).not.to.contain('secretive');
  });
});

describe('a body in UTF-8 beyond ASCII', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  it('is understood', async () => {
    const { status, json } = await service.call({ body: '{"length": 16, "ключ 🙂": 1}' });
    expect(status).to.equal(400);
    expect(json.error.details.map(({ field }: { field: string }) => field)).to.deep.equal(['ключ 🙂']);
  });

  it('means the same as its escapes', async () => {
    const plain = await service.call({ body: '{"length": 16, "é": 1}' });
    const escaped = await service.call({ body: '{"length": 16, "\\u00e9": 1}' });
    expect(plain.json.error).to.deep.equal(escaped.json.error);
    expect(plain.json.error.details[0].field).to.equal('é');
  });

  it('may hold a byte order mark within a text', async () => {
    const { json } = await service.call({ body: '{"length": 16, "a\ufeff": 1}' });
    expect(json.error.details[0].field).to.equal('a\ufeff');
  });

  it('may spell a known name in escapes', async () => {
    const { status, json } = await service.call({ body: '{"\\u006cength": 16}' });
    expect({ status, length: json.data.length }).to.deep.equal({ status: 200, length: 16 });
  });
});
