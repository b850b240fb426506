import { serve } from '@hono/node-server';
import { Ajv } from 'ajv';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import {
  announce,
  failure,
  issue,
  LIMIT,
  quotaHeaders,
  requestIdOf,
  requestSchema,
  securityHeaders,
  subscriberOf,
} from './job.js';

/** The same job on Hono, on Node. */
const app = new Hono();
const limiter = new RateLimiterMemory({ points: LIMIT, duration: 60 });
const validate = new Ajv({ allErrors: true }).compile(requestSchema);
const constant = Object.entries(securityHeaders);

app.use(async (c, next) => {
  const requestId = requestIdOf({ 'x-request-id': c.req.header('X-Request-Id') });
  c.set('requestId', requestId);
  for (const [name, value] of constant) c.header(name, value);
  c.header('X-Request-Id', requestId);
  await next();
});
app.use(async (c, next) => {
  const subscriber = subscriberOf(c.req.header('Authorization'));
  if (!subscriber) return c.json(failure('INVALID_API_KEY', c.get('requestId')), 401);
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(subscriber.id);
    const headers = quotaHeaders(remainingPoints, Math.ceil(msBeforeNext / 1000));
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
  } catch {
    return c.json(failure('RATE_LIMIT_EXCEEDED', c.get('requestId')), 429);
  }
  await next();
});
app.post('/api/passwords', bodyLimit({ maxSize: 16 * 1024 }), async (c) => {
  const body = await c.req.json();
  return validate(body)
    ? c.json({ success: true, data: issue(body) })
    : c.json(failure('INVALID_REQUEST', c.get('requestId')), 400);
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => announce(port));
