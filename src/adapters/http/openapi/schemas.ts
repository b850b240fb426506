import { passwordLength } from '../../../domain/password/password-policy.ts';
import { publicErrorCodes } from '../error-answer.ts';
import { bulkSchema, oneSchema } from '../password-routes.ts';

const success = (data: object) => ({
  type: 'object',
  required: ['success', 'data'],
  properties: { success: { type: 'boolean', const: true }, data },
});

const requestId = {
  type: 'string',
  pattern: '^[A-Za-z0-9._-]{1,64}$',
  description: 'The X-Request-Id of the answer. Absent where no HTTP request could be made out.',
};
const code = { $ref: '#/components/schemas/ErrorCode' };
const details = {
  type: 'array',
  minItems: 1,
  items: { $ref: '#/components/schemas/Fault' },
  description: 'With INVALID_REQUEST alone: all faults of the request, one a field.',
};
const state = { $ref: '#/components/schemas/DependencyState' };

/**
 * All that goes in and out. What comes in are the very schemas by which requests are judged; what goes out is open to
 * further fields, which a caller ignores, so that adding one breaks nobody.
 */
export const schemas = ({ maxCount }: { readonly maxCount: number }) => ({
  PasswordRequest: oneSchema,
  BulkPasswordRequest: bulkSchema(maxCount),
  Password: {
    type: 'object',
    required: ['password', 'strength', 'length', 'generatedAt', 'entropyBits'],
    properties: {
      password: {
        type: 'string',
        minLength: passwordLength.minimum,
        maxLength: passwordLength.maximum,
        pattern: '^[A-Za-z0-9!@#$%^&*]+$',
        description: 'Holds at least one character of every class that was chosen, and of no other.',
      },
      strength: { $ref: '#/components/schemas/Strength' },
      length: { type: 'integer', minimum: passwordLength.minimum, maximum: passwordLength.maximum },
      generatedAt: {
        type: 'string',
        format: 'date-time',
        pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
        description: 'UTC, with milliseconds.',
      },
      entropyBits: {
        type: 'number',
        minimum: 0,
        description: 'log2 of the exact number of strings that could have come, rounded down to two decimals.',
      },
    },
  },
  Strength: {
    type: 'string',
    enum: ['weak', 'fair', 'good', 'strong'],
    description: 'By the entropy: weak below 50 bits, fair from 50, good from 64, strong from 80.',
  },
  PasswordAnswer: success({ $ref: '#/components/schemas/Password' }),
  BulkPasswordAnswer: success({ $ref: '#/components/schemas/PasswordBatch' }),
  PasswordBatch: {
    type: 'object',
    required: ['count', 'passwords'],
    properties: {
      count: { type: 'integer', minimum: 1, maximum: maxCount },
      passwords: {
        type: 'array',
        minItems: 1,
        maxItems: maxCount,
        items: { $ref: '#/components/schemas/Password' },
        description: 'As many as count says, each drawn independently.',
      },
    },
  },
  Fault: {
    type: 'object',
    required: ['field', 'message'],
    properties: {
      field: { type: 'string', description: 'Its name; empty where the request as a whole is meant.' },
      message: { type: 'string', description: 'What the field must be.' },
    },
  },
  ErrorCode: { type: 'string', enum: publicErrorCodes, description: 'Stable: what a program goes by.' },
  Failure: {
    type: 'object',
    description: 'A failure, for whoever does not ask for problem details.',
    required: ['success', 'error'],
    properties: {
      success: { type: 'boolean', const: false },
      error: { $ref: '#/components/schemas/FailureFacts' },
      requestId,
    },
  },
  FailureFacts: {
    type: 'object',
    required: ['code', 'message'],
    properties: { code, message: { type: 'string', description: 'One sentence: what to do.' }, details },
  },
  Problem: {
    type: 'object',
    description: 'The same facts as problem details (RFC 9457), with Accept: application/problem+json.',
    required: ['type', 'title', 'status', 'detail', 'code'],
    properties: {
      type: { type: 'string', const: 'about:blank' },
      title: { type: 'string', description: 'The reason phrase of the status.' },
      status: { type: 'integer', minimum: 400, maximum: 599 },
      detail: { type: 'string', description: 'One sentence: what to do.' },
      code,
      details,
      requestId,
    },
  },
  Liveness: {
    type: 'object',
    required: ['status'],
    properties: { status: { type: 'string', const: 'live' } },
  },
  Readiness: {
    type: 'object',
    required: ['status', 'dependencies'],
    properties: {
      status: {
        type: 'string',
        enum: ['ready', 'degraded', 'starting', 'draining', 'down'],
        description: 'ready and degraded come with 200: callers are served; the others with 503.',
      },
      dependencies: {
        type: 'object',
        required: ['keys', 'quota'],
        description: 'The store of the keys, and that of the quota.',
        properties: { keys: state, quota: state },
      },
    },
  },
  DependencyState: { type: 'string', enum: ['up', 'down'] },
});
