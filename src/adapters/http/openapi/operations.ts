import { PasswordPolicy } from '../../../domain/password/password-policy.ts';
import { StrengthEvaluator } from '../../../domain/password/strength-evaluator.ts';
import { openFailures, overloaded, passwordFailures } from './failures.ts';
import { commonHeaders, exampleAtMs, quotaHeaders, unchanging } from './responses.ts';

const json = (schema: string, examples: Record<string, unknown>) => ({
  'application/json': {
    schema: { $ref: `#/components/schemas/${schema}` },
    examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
  },
});

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

export const createPassword = {
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

export const createPasswords = (maxCount: number) => ({
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

export const getLiveness = {
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

export const getReadiness = {
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

export const getDescription = {
  operationId: 'getDescription',
  tags: ['Description'],
  summary: 'This document',
  responses: {
    ...unchanging('OpenAPI 3.1, as JSON.', { 'application/json': { schema: { type: 'object' } } }),
    ...openFailures,
    ...overloaded,
  },
};

export const getDocs = {
  operationId: 'getDocs',
  tags: ['Description'],
  summary: 'This document, as a page to read and try',
  responses: {
    ...unchanging('A page.', { 'text/html': { schema: { type: 'string' } } }),
    ...openFailures,
    ...overloaded,
  },
};
