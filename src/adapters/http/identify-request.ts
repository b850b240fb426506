import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ReportHealth } from '../../application/report-health.ts';
import { maskKeys } from '../../domain/access/key-text.ts';
import type { Middleware } from './context.ts';
import { securityHeaders } from './response-headers.ts';

const pattern = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives each request its id and the headers that every answer has; while the service drains, asks the client to leave. */
export function identifyRequest(health: ReportHealth): Middleware {
  return function identifyRequest(ctx, next) {
    const requestId = requestIdOf(ctx.headers);
    ctx.state.requestId = requestId;
    ctx.set(securityHeaders);
    ctx.set('X-Request-Id', requestId);
    // Looked at when the answer is there: a request that began before the drain must not keep its connection either.
    return next().then(() => {
      if (health.phase === 'draining') ctx.set('Connection', 'close');
    });
  };
}

/** The caller's own id, where it is harmless: it will be logged, and must not smuggle a key into there. Else a new one. */
export function requestIdOf({ 'x-request-id': id }: IncomingHttpHeaders): string {
  return typeof id === 'string' && pattern.test(id) && maskKeys(id) === id ? id : randomUUID();
}
