import { redisUrlForms } from '../adapters/redis/redis-url.ts';

const mongoHost = '(\\[[0-9A-Fa-f:.]+\\]|[^\\s/?#@,:]+)(:[0-9]{1,5})?';
const port = (minimum: number) => ({ type: 'integer', minimum, maximum: 65535 });

const plan = {
  type: 'object',
  description: 'a plan: requestsPerMinute, apiAccess and, if you like, price',
  additionalProperties: false,
  required: ['requestsPerMinute', 'apiAccess'],
  properties: {
    requestsPerMinute: {
      type: 'integer',
      minimum: 0,
      maximum: 1e9,
      description: 'an integer from 1 to 1000000000; 0 only without API access',
    },
    apiAccess: { type: 'boolean', description: 'true or false' },
    price: {
      type: 'object',
      description: '{"amountUsd": a number from 0, "per": "month" or "year"}',
      additionalProperties: false,
      required: ['amountUsd', 'per'],
      properties: { amountUsd: { type: 'number', minimum: 0 }, per: { enum: ['month', 'year'] } },
    },
  },
  if: { properties: { apiAccess: { const: true } } },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word
  then: { properties: { requestsPerMinute: { type: 'integer', minimum: 1 } } },
};

/** What each setting may be. Its description is what an operator reads of a wrong value: «must be …». */
export const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    host: { type: 'string', pattern: '^[A-Za-z0-9.:_-]+$', description: 'a host name or an IP address' },
    port: { ...port(0), description: 'an integer from 0 to 65535 (0 takes any free port)' },
    metricsPort: { ...port(1), type: ['integer', 'null'], description: 'an integer from 1 to 65535' },
    dataDir: { type: 'string', minLength: 1, description: 'the path of a directory' },
    mongodbUrl: {
      type: ['string', 'null'],
      pattern: `^mongodb(\\+srv)?://([^/?#@]*@)?${mongoHost}(,${mongoHost})*(/[^?#]*)?(\\?[^#]*)?$`,
      description: 'a mongodb:// or mongodb+srv:// URL',
    },
    redisUrl: {
      type: ['string', 'null'],
      minLength: 1,
      description: redisUrlForms,
    },
    rateLimitWindow: { enum: ['sliding', 'fixed'], description: 'sliding or fixed' },
    bulkMaxCount: { type: 'integer', minimum: 1, maximum: 100000, description: 'an integer from 1 to 100000' },
    trustedProxies: { type: 'integer', minimum: 0, maximum: 32, description: 'an integer from 0 to 32' },
    logLevel: {
      enum: ['error', 'warn', 'info', 'http', 'debug'],
      description: 'one of error, warn, info, http, debug',
    },
    workers: {
      type: ['integer', 'string'],
      minimum: 1,
      maximum: 1024,
      pattern: '^auto$',
      description: 'an integer from 1 to 1024, or auto',
    },
    dashboard: { enum: ['on', 'off'], description: 'on or off' },
    publicUrl: {
      type: ['string', 'null'],
      pattern: '^https?://(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?/?$',
      description: 'an http:// or https:// URL without a path',
    },
    // With 10 seconds for what still runs, it is over within the 15 that are promised.
    drainSeconds: { type: 'integer', minimum: 0, maximum: 4, description: 'an integer from 0 to 4' },
    plans: {
      type: 'object',
      description: 'plans by their id, each of lower-case letters, digits and dashes',
      propertyNames: { pattern: '^[a-z][a-z0-9-]{0,31}$' },
      additionalProperties: plan,
    },
  },
};
