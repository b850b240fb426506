import type { IncomingHttpHeaders } from 'node:http';
import bodyParser from 'koa-bodyparser';
import { ServiceError } from '../../../domain/errors.ts';
import type { Context, Step } from '../context.ts';
import { awaitsContinue } from '../read-json.ts';

/** Room for ten thousand characters in one field, each of which can take twelve bytes: what is too long is told, and kept. */
const MAX_FORM_BYTES = 192 * 1024;
const FORM = 'application/x-www-form-urlencoded';
const formType = /^application\/x-www-form-urlencoded[ \t]*(;|$)/i;

const parse = bodyParser({
  enableTypes: ['text'],
  extendTypes: { text: [FORM] },
  textLimit: MAX_FORM_BYTES as unknown as string,
  onerror: refuse,
});

/** Reads what a page's form holds: nothing where there is no body. */
export const readForm: Step = async function readForm(ctx) {
  requireForm(ctx.headers);
  if (Number(ctx.headers['content-length']) > MAX_FORM_BYTES) throw tooLarge();
  if (awaitsContinue(ctx)) {
    ctx.res.writeContinue();
    delete ctx.headers.expect;
  }
  await parse(ctx as never, async () => {});
  ctx.state.form = new URLSearchParams((ctx.request.rawBody as string | undefined) ?? '');
};

/** What was typed into a field; empty where there is none. */
export function fieldOf({ state }: Context, name: string): string {
  return state.form?.get(name) ?? '';
}

function requireForm(headers: IncomingHttpHeaders): void {
  const { 'content-encoding': coding = 'identity', 'transfer-encoding': transfer = 'chunked' } = headers;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const isCoded = coding.toLowerCase() !== 'identity' || transfer.toLowerCase() !== 'chunked';
  if (isCoded || (hasBody && !formType.test(headers['content-type'] ?? ''))) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The body is no form.');
  }
  // The parser knows a coding by its small letters alone, and takes a type whose parameters it can't read for another one.
  delete headers['content-encoding'];
  headers['content-type'] = FORM;
}

/** A form that is broken off, or is not as long as was said, is its sender's fault. */
function refuse(error: Error & { status?: number; type?: string }, ctx: Pick<Context, 'req'>): never {
  if (error.type === 'entity.too.large') {
    ctx.req.resume(); // the parser stopped in the midst of the body, and the connection's next request is behind it
    throw tooLarge();
  }
  if (error.status === 400) throw new ServiceError('MALFORMED_JSON', 'The form is malformed.');
  throw error;
}

function tooLarge(): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', 'The form is too large.');
}
