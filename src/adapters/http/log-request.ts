import type { Logger } from '../../domain/ports.ts';
import { clientAddress } from './client-network.ts';
import type { Middleware } from './context.ts';

/** One line a request, of these fields and no others: no path as it was sent, no header, no body. */
export function logRequest(logger: Logger): Middleware {
  return async function logRequest(ctx, next) {
    const startedAt = performance.now();
    const address = clientAddress(ctx.ip);
    await next();
    const { requestId, route, caller, signedIn } = ctx.state;
    logger.http('request', {
      requestId,
      method: ctx.method,
      route: route ?? null,
      status: ctx.headerSent ? ctx.status : null, // null: it was broken off
      durationMs: Math.round((performance.now() - startedAt) * 1000) / 1000,
      address,
      subscriberId: (caller ?? signedIn)?.subscriber.id ?? null,
    });
  };
}
