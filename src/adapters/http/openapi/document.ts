import { readFileSync } from 'node:fs';
import { PasswordPolicy } from '../../../domain/password/password-policy.ts';
import { StrengthEvaluator } from '../../../domain/password/strength-evaluator.ts';
import {
  allow,
  challenge,
  commonHeaders,
  exampleAtMs,
  failure,
  quotaHeaders,
  retryAfter,
  unchanging,
} from './responses.ts';
import { schemas } from './schemas.ts';

/** The contract's own version: CHANGELOG.md tells what each brought. */
export const API_VERSION = '1.0.0';

export type ApiDocument = ReturnType<typeof describeApi>;

/** What a caller reads first. */
const guide = new URL('../../../../config/api-guide.md', import.meta.url);

const ref = (kind: 'schemas' | 'responses' | 'headers', name: string) => ({ $ref: `#/components/${kind}/${name}` });
const json = (schema: string, examples: Record<string, unknown>) => ({
  'application/json': {
    schema: ref('schemas', schema),
    examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
  },
});

/**
 * The service as OpenAPI 3.1: https://spec.openapis.org/oas/v3.1.1
 *
 * @param maxCount the most passwords in one request
 */
export function describeApi({ maxCount }: { readonly maxCount: number }) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Password generation API',
      version: API_VERSION,
      summary: 'Secure passwords, drawn uniformly, with their exact entropy.',
      description: readFileSync(guide, 'utf8'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'Passwords', description: 'With an API key.' },
      { name: 'Health', description: 'For what keeps the service running; without a key.' },
      { name: 'Description', description: 'The contract itself; without a key.' },
    ],
    paths: {
      '/api/passwords': { post: createPassword },
      '/api/passwords/bulk': { post: createPasswords(maxCount) },
      '/health/live': { get: getLiveness },
      '/health/ready': { get: getReadiness },
      '/openapi.json': { get: getDescription },
      '/docs': { get: getDocs },
    },
    components: {
      securitySchemes: {
        ApiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'pgs_ and 38 characters',
          description: 'Your API key. It was shown once, when it was made.',
        },
      },
      schemas: schemas({ maxCount }),
      responses: failures,
    },
  };
}

const passwordFailures = {
  '400': ref('responses', 'InvalidRequest'),
  '401': ref('responses', 'Unauthorized'),
  '403': ref('responses', 'Forbidden'),
  '404': ref('responses', 'NotFound'),
  '405': ref('responses', 'NotPost'),
  '408': ref('responses', 'Timeout'),
  '413': ref('responses', 'TooLarge'),
  '415': ref('responses', 'UnsupportedMediaType'),
  '417': ref('responses', 'ExpectationFailed'),
  '429': ref('responses', 'TooManyRequests'),
  '431': ref('responses', 'HeadersTooLarge'),
  '500': ref('responses', 'InternalError'),
  '503': ref('responses', 'Unavailable'),
};

/** Of whatever needs no key and takes no body. */
const openFailures = {
  '400': ref('responses', 'BadRequest'),
  '404': ref('responses', 'NotFound'),
  '405': ref('responses', 'NotGet'),
  '408': ref('responses', 'Timeout'),
  '417': ref('responses', 'ExpectationFailed'),
  '431': ref('responses', 'HeadersTooLarge'),
  '500': ref('responses', 'InternalError'),
};

const failures = {
  InvalidRequest: failure({
    description: 'The body is not what it must be; it counts against the quota.',
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

/** The request's own id, which any text may try to be: one that won't do is replaced, not refused. */
const requestIdParameter = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description:
    'A name for the request, of 1 to 64 letters, digits, dots, underscores and hyphens; another is replaced.',
};

/** A true answer to these choices. */
function examplePassword(password: string, choices: { includeSymbols?: boolean } = {}) {
  const { length, entropyBits } = PasswordPolicy.of({ length: password.length, ...choices });
  const generatedAt = new Date(exampleAtMs).toISOString();
  return { password, strength: new StrengthEvaluator().evaluate(entropyBits), length, generatedAt, entropyBits };
}

const quotaLeft = { ...commonHeaders, ...quotaHeaders({ remaining: 99, seconds: 60 }) };

const createPassword = {
  operationId: 'createPassword',
  tags: ['Passwords'],
  summary: 'One password',
  security: [{ ApiKey: [] }],
  parameters: [requestIdParameter],
  requestBody: { required: true, content: json('PasswordRequest', { allClasses: { length: 20 } }) },
  responses: {
    '200': {
      description: 'The password.',
      headers: quotaLeft,
      content: json('PasswordAnswer', {
        allClasses: { success: true, data: examplePassword('7mK#vT2q!Rz9xWb$Lf4e') },
      }),
    },
    ...passwordFailures,
  },
};

const createPasswords = (maxCount: number) => ({
  operationId: 'createPasswords',
  tags: ['Passwords'],
  summary: 'Many passwords',
  description: `Up to ${maxCount}, each drawn independently. It counts as one request.`,
  security: [{ ApiKey: [] }],
  parameters: [requestIdParameter],
  requestBody: {
    required: true,
    content: json('BulkPasswordRequest', { withoutSymbols: { count: 1, length: 16, includeSymbols: false } }),
  },
  responses: {
    '200': {
      description: 'The passwords.',
      headers: quotaLeft,
      content: json('BulkPasswordAnswer', {
        withoutSymbols: {
          success: true,
          data: { count: 1, passwords: [examplePassword('Qz7mR2vKx9TbW4nL', { includeSymbols: false })] },
        },
      }),
    },
    ...passwordFailures,
  },
});

const getLiveness = {
  operationId: 'getLiveness',
  tags: ['Health'],
  summary: 'Whether it runs',
  description: 'Touches nothing: that it answers is the answer.',
  responses: {
    '200': { description: 'It runs.', headers: commonHeaders, content: json('Liveness', { live: { status: 'live' } }) },
    ...openFailures,
  },
};

const dependencies = { keys: 'up', quota: 'up' };

const getReadiness = {
  operationId: 'getReadiness',
  tags: ['Health'],
  summary: 'Whether it can serve',
  responses: {
    '200': {
      description: 'Callers are served.',
      headers: commonHeaders,
      content: json('Readiness', {
        ready: { status: 'ready', dependencies },
        degraded: { status: 'degraded', dependencies: { ...dependencies, quota: 'down' } },
      }),
    },
    ...openFailures,
    '503': {
      description: 'Send callers elsewhere.',
      headers: commonHeaders,
      content: json('Readiness', {
        starting: { status: 'starting', dependencies: { ...dependencies, keys: 'down' } },
        draining: { status: 'draining', dependencies },
        down: { status: 'down', dependencies: { ...dependencies, keys: 'down' } },
      }),
    },
  },
};

const getDescription = {
  operationId: 'getDescription',
  tags: ['Description'],
  summary: 'This document',
  responses: {
    ...unchanging('OpenAPI 3.1, as JSON.', { 'application/json': { schema: { type: 'object' } } }),
    ...openFailures,
    '503': ref('responses', 'Overloaded'),
  },
};

const getDocs = {
  operationId: 'getDocs',
  tags: ['Description'],
  summary: 'This document, as a page to read and try',
  responses: {
    ...unchanging('A page.', { 'text/html': { schema: { type: 'string' } } }),
    ...openFailures,
    '503': ref('responses', 'Overloaded'),
  },
};
