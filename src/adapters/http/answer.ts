import type { Context } from './context.ts';
import { jsonType } from './response-headers.ts';

interface Answer {
  readonly status: number;
  /** JSON where it is not told. */
  readonly contentType?: string;
  /** None where it is undefined. */
  readonly body?: string | Buffer;
}

/**
 * The one way to answer: with all the headers that were collected, in one go and past Koa's own way. There each header is checked,
 * kept and gone through again by Koa and by Node, and the body's type looked up: a tenth of a request.
 */
export function answer(ctx: Context, { status, contentType = jsonType, body }: Answer): void {
  ctx.respond = false;
  ctx.res.statusCode = status;
  // The caller went away, or broke off within the body: there is nobody to answer.
  if (ctx.req.errored || ctx.res.destroyed) return;

  const { headers } = ctx.state;
  const list: string[] = [];
  for (const name in headers) list.push(name, headers[name] as string);
  if (body !== undefined) list.push('Content-Type', contentType, 'Content-Length', String(Buffer.byteLength(body)));
  ctx.res.writeHead(status, list).end(body);
}
