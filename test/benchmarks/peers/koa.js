import Router from '@koa/router';
import { Ajv } from 'ajv';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
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

/** The same job on the service's own libraries, as their documentation has it: one middleware after the other. */
const app = new Koa();
const router = new Router();
const limiter = new RateLimiterMemory({ points: LIMIT, duration: 60 });
const validate = new Ajv({ allErrors: true }).compile(requestSchema);

app.use(async (ctx, next) => {
  ctx.state.requestId = requestIdOf(ctx.headers);
  ctx.set(securityHeaders);
  ctx.set('X-Request-Id', ctx.state.requestId);
  try {
    await next();
  } catch {
    ctx.status = 500;
    ctx.body = failure('INTERNAL_ERROR', ctx.state.requestId);
  }
});
app.use(async (ctx, next) => {
  ctx.state.subscriber = subscriberOf(ctx.get('Authorization'));
  if (ctx.state.subscriber) return next();
  ctx.status = 401;
  ctx.body = failure('INVALID_API_KEY', ctx.state.requestId);
});
app.use(async (ctx, next) => {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(ctx.state.subscriber.id);
    ctx.set(quotaHeaders(remainingPoints, Math.ceil(msBeforeNext / 1000)));
  } catch {
    ctx.status = 429;
    ctx.body = failure('RATE_LIMIT_EXCEEDED', ctx.state.requestId);
    return;
  }
  await next();
});
app.use(bodyParser({ jsonLimit: '16kb' }));
router.post('/api/passwords', (ctx) => {
  if (validate(ctx.request.body)) {
    ctx.body = { success: true, data: issue(ctx.request.body) };
  } else {
    ctx.status = 400;
    ctx.body = failure('INVALID_REQUEST', ctx.state.requestId);
  }
});
app.use(router.routes());
app.use(router.allowedMethods());
const server = app.listen(0, '127.0.0.1', () => announce(server.address().port));
