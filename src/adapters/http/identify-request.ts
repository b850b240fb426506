import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { maskKeys } from '../../domain/access/key-text.ts';
import type { Middleware } from './context.ts';
import { beginHeaders } from './response-headers.ts';

const pattern = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives each request its id, and its answer the headers that every one has. */
export const identifyRequest: Middleware = function identifyRequest(ctx, next) {
  const { state } = ctx;
  state.requestId = requestIdOf(ctx.headers);
  state.headers = beginHeaders(ctx.res, state.requestId);
  return next();
};

/** The caller's own id, where it is harmless: it will be logged, and must not smuggle a key into there. Else a new one. */
export function requestIdOf({ 'x-request-id': id }: IncomingHttpHeaders): string {
  return typeof id === 'string' && pattern.test(id) && maskKeys(id) === id ? id : randomUUID();
}
