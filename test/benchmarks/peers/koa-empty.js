import 'reflect-metadata';
import '@koa/router';
import 'ajv';
import 'inversify';
import 'koa-bodyparser';
import 'lmdb';
import 'lru-cache';
import 'rate-limiter-flexible';
import 'winston';
import Koa from 'koa';

/** What the libraries of the service take to load, before anything is done with them. */
const app = new Koa();
app.use((ctx) => {
  ctx.body = {};
});
const server = app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
