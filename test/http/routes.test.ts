import { expect } from 'chai';
import { Conversation, readAnswer, requestText } from '../support/conversation.ts';
import { commonHeaders, expectFailure, statedHeaders } from '../support/failures.ts';
import { startService, type TestService } from '../support/service.ts';

const unknownPaths = [
  '/',
  '/api',
  '/api/',
  '/api/passwords/',
  '/api/Passwords',
  '/API/passwords',
  '/api//passwords',
  '//api/passwords',
  '/api/%70asswords',
  '/api/passwords%2Fbulk',
  '/api/passwords;v=1',
  '/api/passwords/1',
  '/api/password',
  '/api/passwords/bulk/',
  '/api/passwords/Bulk',
  '/api/passwords/bulk/1',
  '/health',
  '/health/',
  '/health/live/',
  '/Health/live',
  '/health/READY',
  '/%zz',
  '/%00',
  '/favicon.ico',
  '/api/passwords/../passwords',
  '/__proto__',
  '/constructor',
];

const routes = [
  { path: '/api/passwords', method: 'POST' },
  { path: '/api/passwords/bulk', method: 'POST' },
  { path: '/health/live', method: 'GET' },
  { path: '/health/ready', method: 'GET' },
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'LOCK', 'PURGE'];

describe('routes', () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.stop());

  /** Sent as it is: a client of the platform would tidy the path and refuse some methods. */
  const send = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const conversation = Conversation.open(service.url);
    conversation.say(requestText({ method, path, headers: { Connection: 'close', ...headers } }));
    return readAnswer(await conversation.hearOut());
  };

  for (const path of unknownPaths) {
    it(`know nothing at ${path}`, async () => {
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
        expectFailure(await send(method, path), 'NOT_FOUND');
      }
    });
  }

  it('know nothing without a body for HEAD either', async () => {
    const answer = await send('HEAD', '/api/nothing');
    expect({ status: answer.status, text: answer.text }).to.deep.equal({ status: 404, text: '' });
  });

  for (const { path, method } of routes) {
    const allow = `${method}, OPTIONS`;
    for (const other of methods.filter((name) => name !== method)) {
      it(`refuse ${other} ${path}`, async () => {
        const answer = await send(other, path);
        if (other === 'HEAD') {
          const { 'x-request-id': _, ...headers } = statedHeaders(answer);
          const type = 'application/json; charset=utf-8';
          expect({ status: answer.status, text: answer.text, headers }).to.deep.equal({
            status: 405,
            text: '',
            headers: { ...commonHeaders, 'content-type': type, allow },
          });
        } else {
          expectFailure(answer, 'METHOD_NOT_ALLOWED', { headers: { allow } });
        }
      });
    }

    it(`tell what ${path} allows`, async () => {
      const answer = await send('OPTIONS', path, { 'X-Request-Id': 'options-1' });
      expect({ status: answer.status, text: answer.text, headers: statedHeaders(answer) }).to.deep.equal({
        status: 204,
        text: '',
        headers: { ...commonHeaders, 'x-request-id': 'options-1', allow },
      });
    });
  }

  it('answer no preflight of a browser', async () => {
    const preflight = { Origin: 'https://example.org', 'Access-Control-Request-Method': 'POST' };
    const answer = await send('OPTIONS', '/api/passwords', preflight);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
  });

  it('take no method from a header or a query', async () => {
    const headers = { 'X-HTTP-Method-Override': 'POST', Authorization: `Bearer ${service.key}` };
    const answer = await send('GET', '/api/passwords?_method=POST', headers);
    expectFailure(answer, 'METHOD_NOT_ALLOWED', { headers: { allow: 'POST, OPTIONS' } });
  });
});
