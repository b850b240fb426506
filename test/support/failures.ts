import { STATUS_CODES } from 'node:http';
import { expect } from 'chai';
import type { Answer } from './service.ts';

/** What stands on every answer, and on an error whatever else is wrong. */
export const commonHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** The status of each code, and the sentence that its callers read. */
export const failures = {
  INVALID_REQUEST: [400, 'Correct the faults listed in details and send the request again.'],
  MALFORMED_JSON: [400, 'Send one JSON object as the body, encoded in UTF-8 without a byte order mark.'],
  MISSING_API_KEY: [401, 'Send your API key in the header Authorization: Bearer <API_KEY>.'],
  INVALID_API_KEY: [401, 'Send an API key that is valid now: this one is not.'],
  PLAN_WITHOUT_API_ACCESS: [403, 'Change to a plan with API access: yours has none.'],
  SUBSCRIPTION_INACTIVE: [403, 'Have your subscription activated again: it is not active.'],
  NOT_FOUND: [404, 'Check the path: there is nothing here, and case and a trailing slash matter.'],
  METHOD_NOT_ALLOWED: [405, 'Use one of the methods that the Allow header names.'],
  PAYLOAD_TOO_LARGE: [413, 'Send a body of 16 KiB at most.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Send the body as Content-Type: application/json, without a Content-Encoding.'],
  RATE_LIMIT_EXCEEDED: [429, 'Wait as many seconds as Retry-After says, then send it again.'],
  TOO_MANY_FAILED_ATTEMPTS: [
    429,
    'Check your API key and wait as many seconds as Retry-After says: too many invalid ones came from here.',
  ],
  INTERNAL_ERROR: [500, 'Try again later, and report the request id if it happens again.'],
  STORE_UNAVAILABLE: [503, 'Try again after as many seconds as Retry-After says.'],
  BAD_REQUEST: [400, 'Send a well-formed HTTP request.'],
  REQUEST_TIMEOUT: [408, 'Send the headers within 5 and the whole request within 10 seconds.'],
  EXPECTATION_FAILED: [417, 'Expect nothing but 100-continue.'],
  HEADERS_TOO_LARGE: [431, 'Send 16 KiB of headers at most.'],
} as const;

export type FailureCode = keyof typeof failures;

interface Detail {
  readonly field: string;
  readonly message: string;
}

interface Facts {
  /** For INVALID_REQUEST: all of them, in any order. */
  readonly details?: readonly Detail[];
  /** All headers beyond the common ones, the request id and the type, in lower case. */
  readonly headers?: Record<string, string>;
}

/** The whole answer is the service's envelope for this code, with these headers and no others. */
export function expectFailure(answer: Answer, code: FailureCode, { details, headers = {} }: Facts = {}): void {
  const [status, message] = failures[code];
  const { json, requestId } = readFailure(answer, 'application/json; charset=utf-8', headers);
  const error = { code, message, ...(details ? { details: sorted(details) } : {}) };
  if (json.error?.details) json.error.details = sorted(json.error.details);
  expect({ status: answer.status, json }).to.deep.equal({ status, json: { success: false, error, ...requestId } });
}

/** The same facts as RFC 9457 problem details. */
export function expectProblem(answer: Answer, code: FailureCode, { details, headers = {} }: Facts = {}): void {
  const [status, detail] = failures[code];
  const { json, requestId } = readFailure(answer, 'application/problem+json', headers);
  const members = { type: 'about:blank', title: STATUS_CODES[status], status, detail, code };
  expect({ status: answer.status, json }).to.deep.equal({
    status,
    json: { ...members, ...(details ? { details } : {}), ...requestId },
  });
}

/** What was refused before there was a request: the envelope on a connection that closes, without a request id. */
export function expectRefusal(answer: Answer, code: FailureCode): void {
  const [status, message] = failures[code];
  const { json, status: seen } = answer;
  expect({ status: seen, json }).to.deep.equal({ status, json: { success: false, error: { code, message } } });
  expect(answer.headers.get('connection')).to.equal('close');
  expect(statedHeaders(answer)).to.deep.equal({ ...commonHeaders, 'content-type': 'application/json; charset=utf-8' });
}

/** All headers but those that belong to the connection and the moment. */
export function statedHeaders({ headers, text }: Answer): Record<string, string> {
  const { connection, 'keep-alive': keepAlive, date, 'content-length': length, ...rest } = Object.fromEntries(headers);
  if (length !== undefined && text !== '') expect(Number(length)).to.equal(Buffer.byteLength(text));
  expect(Date.parse(date ?? '')).to.be.a('number').that.is.not.NaN;
  return rest;
}

function readFailure(answer: Answer, contentType: string, headers: Record<string, string>) {
  const { 'x-request-id': id = '', ...stated } = statedHeaders(answer);
  expect(id).to.match(/^[A-Za-z0-9._-]{1,64}$/);
  expect(stated).to.deep.equal({ ...commonHeaders, 'content-type': contentType, ...headers });
  return { json: structuredClone(answer.json), requestId: { requestId: id } };
}

function sorted(details: readonly Detail[]): Detail[] {
  return [...details].sort((one, other) => (one.field < other.field ? -1 : 1));
}
