import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify from 'fastify';
import {
  announce,
  failure,
  issue,
  LIMIT,
  requestIdOf,
  requestSchema,
  securityHeaders,
  subscriberOf,
  WINDOW_MS,
} from './job.js';

/**
 * The same job on Fastify 5, as its documentation has it: a schema for the request and one for the answer, hooks, the
 * official rate limit, on Redis where REDIS_URL is set. HEADERS=helmet takes the official headers, trimmed to the same;
 * HEADERS=object sets all that stay the same from one object.
 */
const { HEADERS, REDIS_URL } = process.env;
const string = { type: 'string' };
const answerSchema = {
  type: 'object',
  properties: {
    success: { type: 'boolean' },
    data: {
      type: 'object',
      properties: {
        password: string,
        strength: string,
        length: { type: 'integer' },
        generatedAt: string,
        entropyBits: { type: 'number' },
      },
    },
  },
};

const app = Fastify({
  ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  genReqId: ({ headers }) => requestIdOf(headers),
  bodyLimit: 16 * 1024,
});

if (HEADERS === 'helmet') {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    frameguard: { action: 'deny' },
    ...Object.fromEntries(
      [
        'crossOriginEmbedderPolicy',
        'crossOriginOpenerPolicy',
        'crossOriginResourcePolicy',
        'originAgentCluster',
        'referrerPolicy',
        'strictTransportSecurity',
        'dnsPrefetchControl',
        'ieNoOpen',
        'permittedCrossDomainPolicies',
        'hidePoweredBy',
        'xssFilter',
      ].map((name) => [name, false]),
    ),
  });
}
app.addHook('onRequest', async (request, reply) => {
  if (HEADERS === 'helmet') reply.header('Cache-Control', 'no-store');
  else reply.headers(securityHeaders);
  reply.header('X-Request-Id', request.id);
});
app.decorateRequest('subscriber', null);
const authenticate = async (request, reply) => {
  request.subscriber = subscriberOf(request.headers.authorization);
  if (!request.subscriber) return reply.code(401).send(failure('INVALID_API_KEY', request.id));
};

await app.register(rateLimit, {
  global: false,
  max: LIMIT,
  timeWindow: WINDOW_MS,
  hook: 'preParsing',
  keyGenerator: ({ subscriber }) => subscriber.id,
  ...(REDIS_URL ? { redis: new (await import('ioredis')).Redis(REDIS_URL) } : {}),
});
app.post(
  '/api/passwords',
  {
    onRequest: authenticate,
    schema: { body: requestSchema, response: { 200: answerSchema } },
    config: { rateLimit: {} },
  },
  async (request, reply) => {
    reply.header('RateLimit-Policy', `"annual";q=${LIMIT};w=60`);
    reply.header(
      'RateLimit',
      `"annual";r=${reply.getHeader('x-ratelimit-remaining')};t=${reply.getHeader('x-ratelimit-reset')}`,
    );
    return { success: true, data: issue(request.body) };
  },
);
await app.listen({ host: '127.0.0.1', port: 0 });
announce(app.server.address().port);
