import Router from '@koa/router';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { announce } from './job.js';

/** What a plain service of this kind costs before it does anything: the same libraries at their defaults, and a constant. */
const { headers, body } = JSON.parse(process.env.ANSWER);

const router = new Router();
router.post('/api/passwords', (ctx) => {
  ctx.set(headers);
  ctx.body = body;
});

const app = new Koa();
app.use(bodyParser());
app.use(router.routes());
app.use(router.allowedMethods());
const server = app.listen(0, '127.0.0.1', () => announce(server.address().port));
