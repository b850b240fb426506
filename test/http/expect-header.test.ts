import { expect } from 'chai';
import { Conversation, readAnswer, requestText } from '../support/conversation.ts';
import { expectFailure, expectRefusal } from '../support/failures.ts';
import { startService, type TestService } from '../support/service.ts';

const body = '{"length": 16}';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const bearer = 'Bearer realm="passwords"';

describe('Expect: 100-continue', () => {
  let service: TestService;
  let conversation: Conversation;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());
  beforeEach(() => {
    service.clock.advance(60_000);
    conversation = Conversation.open(service.url);
  });
  afterEach(() => conversation.leave());

  const sayHead = (more: Record<string, string> = {}, request: { method?: string; path?: string } = {}) => {
    const usual = { Expect: '100-continue', 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
    conversation.say(requestText({ ...request, headers: { ...usual, ...more } }));
  };
  const identified = () => ({ Authorization: `Bearer ${service.key}` });

  for (const spelling of ['100-continue', '100-Continue']) {
    it(`asks a known caller for the body, spelt ${spelling}`, async () => {
      sayHead({ ...identified(), Expect: spelling, Connection: 'close' });
      expect(await conversation.hear(/\r\n\r\n/)).to.equal(CONTINUE);
      conversation.say(body);
      const { status, json } = readAnswer((await conversation.hearOut()).slice(CONTINUE.length));
      expect({ status, length: json.data.length }).to.deep.equal({ status: 200, length: 16 });
    });
  }

  it('still finds the faults of the body that it asked for', async () => {
    sayHead({ ...identified(), Connection: 'close' });
    await conversation.hear(/\r\n\r\n/);
    conversation.say(body.replace('16', '.5'));
    const { json } = readAnswer((await conversation.hearOut()).slice(CONTINUE.length));
    expect(json.error.code).to.equal('MALFORMED_JSON');
  });

  const unasked = [
    ['a caller without a key', {}, {}, 401],
    ['a caller with a wrong key', { Authorization: 'Bearer wrong' }, {}, 401],
    ['an unknown path', {}, { path: '/api/nothing' }, 404],
    ['another method', {}, { method: 'PUT' }, 405],
  ] as const;
  for (const [whom, more, request, status] of unasked) {
    it(`asks ${whom} for nothing, and closes the connection`, async () => {
      sayHead(more, request);
      const answer = readAnswer(await conversation.hearOut());
      expect({ status: answer.status, connection: answer.headers.get('connection') }).to.deep.equal({
        status,
        connection: 'close',
      });
    });
  }

  const refused = [
    ['of another type', { 'Content-Type': 'text/plain' }, 415],
    ['that is encoded', { 'Content-Encoding': 'gzip' }, 415],
    ['that is too large', { 'Content-Length': '16385' }, 413],
  ] as const;
  for (const [what, more, status] of refused) {
    it(`asks for no body ${what}`, async () => {
      sayHead({ ...identified(), ...more });
      const answer = readAnswer(await conversation.hearOut());
      expect({ status: answer.status, connection: answer.headers.get('connection') }).to.deep.equal({
        status,
        connection: 'close',
      });
    });
  }

  it('is no part of the answer to a caller who sends the body at once', async () => {
    sayHead({ ...identified(), Connection: 'close' });
    conversation.say(body);
    expect(await conversation.hearOut()).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });
});

describe('a body whose caller is not known yet', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  const heads = [
    ['MISSING_API_KEY', {}, bearer],
    ['INVALID_API_KEY', { Authorization: 'Bearer x' }, `${bearer}, error="invalid_token"`],
  ] as const;
  for (const [code, more, challenge] of heads) {
    it(`is not waited for: ${code}`, async () => {
      const conversation = Conversation.open(service.url);
      conversation.say(
        requestText({ headers: { 'Content-Type': 'application/json', 'Content-Length': '14', ...more } }),
      );
      const received = await conversation.hear(/"requestId":"[^"]+"\}/);
      conversation.leave();
      expectFailure(readAnswer(received), code, { headers: { 'www-authenticate': challenge } });
    });
  }
});

describe('any other Expect', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  for (const expectation of ['200-ok', '100-continued', 'nothing']) {
    it(`${expectation} is refused, whoever calls`, async () => {
      const conversation = Conversation.open(service.url);
      const more = { Authorization: `Bearer ${service.key}`, Expect: expectation, 'Content-Length': '0' };
      conversation.say(requestText({ headers: more }));
      expectRefusal(readAnswer(await conversation.hearOut()), 'EXPECTATION_FAILED');
    });
  }
});
