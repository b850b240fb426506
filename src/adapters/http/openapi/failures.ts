import { allow, challenge, failure, quotaHeaders, retryAfter } from './responses.ts';

/** Each failure that a caller can meet, by the name under which the operations refer to it. */
export const failures = {
  InvalidRequest: failure({
    description:
      'The body is not what it must be, which counts against the quota; or it is no well-formed HTTP request.',
    codes: ['INVALID_REQUEST', 'MALFORMED_JSON', 'BAD_REQUEST'],
    headers: quotaHeaders({ remaining: 99, seconds: 60, isOptional: true }),
  }),
  BadRequest: failure({ description: 'It is no well-formed HTTP request.', codes: ['BAD_REQUEST'] }),
  Unauthorized: failure({
    description: 'There is no API key, or none that is valid now.',
    codes: ['MISSING_API_KEY', 'INVALID_API_KEY'],
    headers: challenge,
  }),
  Forbidden: failure({
    description: 'The key is valid, and its subscriber may not call.',
    codes: ['PLAN_WITHOUT_API_ACCESS', 'SUBSCRIPTION_INACTIVE'],
  }),
  NotFound: failure({
    description: 'There is no such path: case matters, and so does a trailing slash.',
    codes: ['NOT_FOUND'],
  }),
  NotPost: failure({
    description: 'The path has another method: a redirect or a proxy has changed it.',
    codes: ['METHOD_NOT_ALLOWED'],
    headers: allow('POST, OPTIONS'),
  }),
  NotGet: failure({
    description: 'The path has another method.',
    codes: ['METHOD_NOT_ALLOWED'],
    headers: allow('GET, OPTIONS'),
  }),
  Timeout: failure({
    description: 'The headers took more than 5 seconds, or the whole request more than 10.',
    codes: ['REQUEST_TIMEOUT'],
    headers: quotaHeaders({ remaining: 99, seconds: 60, isOptional: true }),
  }),
  TooLarge: failure({
    description: 'The body is over 16 KiB; it counts against the quota.',
    codes: ['PAYLOAD_TOO_LARGE'],
    headers: quotaHeaders({ remaining: 99, seconds: 60 }),
  }),
  UnsupportedMediaType: failure({
    description: 'The body is not plain application/json; it counts against the quota.',
    codes: ['UNSUPPORTED_MEDIA_TYPE'],
    headers: quotaHeaders({ remaining: 99, seconds: 60 }),
  }),
  ExpectationFailed: failure({
    description: 'An Expect header asks for what there is not.',
    codes: ['EXPECTATION_FAILED'],
  }),
  TooManyRequests: failure({
    description:
      'The quota of the subscriber is used up, or too many invalid keys came from this address. It counts nothing.',
    codes: ['RATE_LIMIT_EXCEEDED', 'TOO_MANY_FAILED_ATTEMPTS'],
    headers: { ...retryAfter(17), ...quotaHeaders({ remaining: 0, seconds: 17, isOptional: true }) },
  }),
  HeadersTooLarge: failure({ description: 'The headers are over 16 KiB.', codes: ['HEADERS_TOO_LARGE'] }),
  InternalError: failure({
    description: 'A fault of the service.',
    codes: ['INTERNAL_ERROR'],
    headers: quotaHeaders({ remaining: 99, seconds: 60, isOptional: true }),
  }),
  Unavailable: failure({
    description: 'More comes than the service can do, or a key can’t be checked now. The caller did nothing wrong.',
    codes: ['OVERLOADED', 'STORE_UNAVAILABLE'],
    headers: retryAfter(5),
  }),
  Overloaded: failure({
    description: 'More comes than the service can do.',
    codes: ['OVERLOADED'],
    headers: retryAfter(1),
  }),
};

const ref = (name: keyof typeof failures) => ({ $ref: `#/components/responses/${name}` });

/** Of what needs a key and takes a body. */
export const passwordFailures = {
  '400': ref('InvalidRequest'),
  '401': ref('Unauthorized'),
  '403': ref('Forbidden'),
  '404': ref('NotFound'),
  '405': ref('NotPost'),
  '408': ref('Timeout'),
  '413': ref('TooLarge'),
  '415': ref('UnsupportedMediaType'),
  '417': ref('ExpectationFailed'),
  '429': ref('TooManyRequests'),
  '431': ref('HeadersTooLarge'),
  '500': ref('InternalError'),
  '503': ref('Unavailable'),
};

/** Of whatever needs no key and takes no body. */
export const openFailures = {
  '400': ref('BadRequest'),
  '404': ref('NotFound'),
  '405': ref('NotGet'),
  '408': ref('Timeout'),
  '417': ref('ExpectationFailed'),
  '431': ref('HeadersTooLarge'),
  '500': ref('InternalError'),
};

/** Of those that are turned away under load; health is always told. */
export const overloaded = { '503': ref('Overloaded') };
