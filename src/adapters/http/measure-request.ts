import type { Meter } from '../../domain/ports.ts';
import type { Middleware } from './context.ts';

/** Counts each answer, and how long it took, by the route's template. */
export function measureRequest(meter: Meter): Middleware {
  return async function measureRequest(ctx, next) {
    const startMs = performance.now();
    await next();
    const { method, status, state } = ctx;
    meter.requestAnswered({
      method,
      route: state.route ?? 'none',
      status,
      seconds: (performance.now() - startMs) / 1000,
    });
  };
}
