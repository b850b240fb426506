import Router from '@koa/router';
import Koa from 'koa';
import type { AuthenticateCaller } from '../../application/authenticate-caller.ts';
import type { ChargeQuota } from '../../application/charge-quota.ts';
import type { IssuePasswords } from '../../application/issue-passwords.ts';
import type { ReportHealth } from '../../application/report-health.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Clock, Logger, Meter } from '../../domain/ports.ts';
import { answer } from './answer.ts';
import { authenticate } from './authenticate.ts';
import type { Context, Middleware, RequestState, Step } from './context.ts';
import type { Dashboard } from './dashboard/dashboard.ts';
import { docsRoutes } from './docs-routes.ts';
import { handleErrors } from './handle-errors.ts';
import { live, ready } from './health-routes.ts';
import { holdAgainstQuota } from './hold-against-quota.ts';
import { identifyRequest } from './identify-request.ts';
import { logRequest } from './log-request.ts';
import { measureRequest } from './measure-request.ts';
import type { ApiDocument } from './openapi/document.ts';
import { issueMany, issueOne } from './password-routes.ts';
import { readJson } from './read-json.ts';

interface AppParts {
  readonly authenticateCaller: AuthenticateCaller;
  readonly chargeQuota: ChargeQuota;
  readonly issuePasswords: IssuePasswords;
  readonly health: ReportHealth;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly meter: Meter;
  readonly apiDocument: ApiDocument;
  /** Undefined where it is switched off. */
  readonly loadDashboard: (() => Promise<Dashboard>) | undefined;
  /** Nothing is measured where it is null. */
  readonly metricsPort: number | null;
  readonly logLevel: string;
  readonly bulkMaxCount: number;
  readonly trustedProxies: number;
}

export interface Route {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly steps: readonly Step[];
}

/** The whole service as HTTP sees it: what every request passes, and each route with its steps. */
export function createApp(parts: AppParts): Koa<RequestState> {
  const { authenticateCaller, chargeQuota, issuePasswords, health, clock, logger } = parts;
  const admit = [authenticate(authenticateCaller), holdAgainstQuota(chargeQuota, clock), readJson];
  const routes: Route[] = [
    { method: 'post', path: '/api/passwords', steps: [...admit, issueOne(issuePasswords)] },
    {
      method: 'post',
      path: '/api/passwords/bulk',
      steps: [...admit, issueMany(issuePasswords, { maxCount: parts.bulkMaxCount })],
    },
    { method: 'get', path: '/health/live', steps: [live] },
    { method: 'get', path: '/health/ready', steps: [ready(health)] },
    ...docsRoutes(parts.apiDocument),
  ];

  // Koa's `proxy` alone would believe the left-most address, which anyone can write; the count is taken from the right.
  const { trustedProxies } = parts;
  const app = new Koa<RequestState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies });
  app.on('error', (error: Error, ctx?: Context) => {
    // A caller who goes away is no fault of ours, and must not fill the log.
    if (!ctx?.req.errored && !ctx?.res.destroyed)
      logger.error('an answer failed', { requestId: ctx?.state.requestId, error });
  });
  app.use(identifyRequest);
  if (parts.logLevel === 'http' || parts.logLevel === 'debug') app.use(logRequest(logger));
  if (parts.metricsPort !== null) app.use(measureRequest(parts.meter));
  app.use(handleErrors(logger));
  const api = route(routes);
  const pages = parts.loadDashboard && routeToDashboard(parts.loadDashboard);
  app.use(pages ? (ctx, next) => (isOfDashboard(ctx) ? pages(ctx, next) : api(ctx, next)) : api);
  return app;
}

function isOfDashboard(ctx: Context): boolean {
  // Most requests are the API's, and known by the target as it came: to parse it once more would cost each of them.
  if (ctx.req.url?.startsWith('/api/')) return false;
  return /^\/dashboard(\/|$)/.test(pathOf(ctx));
}

/** Its pages have a router of their own, so that the API's requests are not held against each of their paths. */
function routeToDashboard(load: () => Promise<Dashboard>): Middleware {
  let pages: Middleware | undefined;
  return async function routeToDashboard(ctx, next) {
    const { routes, showFailure } = await load();
    ctx.state.showFailure = showFailure;
    pages ??= route(routes);
    await pages(ctx, next);
  };
}

/**
 * Refuses unknown paths and methods before anything else is done, and takes the steps of the route that is left. The router
 * is asked what matches, and not to run it: for that it puts a chain of middleware together anew with every request.
 */
function route(routes: readonly Route[]): Middleware {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  for (const { method, path, steps } of routes) router[method](path, inTurn(steps));
  return function route(ctx, next) {
    const { path: matching, pathAndMethod } = router.match(pathOf(ctx), ctx.method);
    const [known] = matching;
    if (!known) throw new ServiceError('NOT_FOUND', 'There is no such path.');
    ctx.state.route = String(known.path);
    const [found] = pathAndMethod;
    if (found?.paramNames.length) ctx.state.params = found.params(pathOf(ctx), found.captures(pathOf(ctx)));
    // The router takes HEAD for a GET; here it is a method that no route has.
    if (found && ctx.method !== 'HEAD') return (found.stack[0] as unknown as Middleware)(ctx, next);

    const methods = matching.flatMap((layer) => layer.methods).filter((method) => method !== 'HEAD');
    ctx.state.headers.Allow = [...methods, 'OPTIONS'].join(', ');
    if (ctx.method !== 'OPTIONS') throw new ServiceError('METHOD_NOT_ALLOWED', 'The path has another method.');
    answer(ctx, { status: 204 });
    return undefined;
  };
}

/** One after the other. Middleware of their own would be nested promises, and most steps have nothing to wait for. */
function inTurn(steps: readonly Step[]) {
  return async function inTurn(ctx: Context): Promise<void> {
    for (const step of steps) {
      const pending = step(ctx);
      if (pending) await pending;
    }
  };
}

/** Koa parses the request's target where it is first asked for it, and fails where that is no URL. */
function pathOf(ctx: Context): string {
  try {
    return ctx.path;
  } catch {
    return '';
  }
}
