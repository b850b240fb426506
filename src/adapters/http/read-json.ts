import bodyParser from 'koa-bodyparser';
import { ServiceError } from '../../domain/errors.ts';
import type { Context, Step } from './context.ts';

const MAX_BODY_BYTES = 16 * 1024;

/**
 * The body is read as Latin-1, a character a byte, because reading it as UTF-8 would hide a byte order mark and mend
 * broken sequences. JSON's own signs are ASCII, so it parses alike; only where a byte is not ASCII is it decoded and
 * parsed once more. What looks like a prototype is left to the schema, which knows no such field.
 */
const parse = bodyParser({
  enableTypes: ['json'],
  detectJSON: () => true,
  encoding: 'binary', // Node's own name for Latin-1, which spares iconv-lite a table
  jsonLimit: MAX_BODY_BYTES as unknown as string, // a number spares the parser a look at «16kb» on every request
  strict: false,
  onProtoPoisoning: 'ignore',
  onerror: refuse,
} as bodyParser.Options);

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant
const beyondAscii = /[^\x00-\x7f]/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads the body as JSON, of any type yet, or refuses it by its media type, its size or its form, in that order. */
export const readJson: Step = async function readJson(ctx) {
  requireMediaType(ctx);
  if (Number(ctx.headers['content-length']) > MAX_BODY_BYTES) {
    throw new ServiceError('PAYLOAD_TOO_LARGE', 'The body is announced as too large.');
  }
  if (awaitsContinue(ctx)) {
    ctx.res.writeContinue();
    delete ctx.headers.expect;
  }
  await parse(ctx as never, noNext);

  const rawBody = ctx.request.rawBody as string | undefined;
  if (!rawBody) throw malformed();
  if (beyondAscii.test(rawBody)) ctx.request.body = parseUtf8(rawBody);
};

/** What follows is the route's own next step. */
const noNext = async () => {};

/** Whether a client still holds its body back until it is told to go on (RFC 9110, section 10.1.1: not with HTTP/1.0). */
export function awaitsContinue({ req, headers }: Context): boolean {
  return headers.expect !== undefined && req.httpVersion !== '1.0';
}

function requireMediaType({ headers }: Context): void {
  const { 'content-encoding': coding = 'identity', 'transfer-encoding': transfer = 'chunked' } = headers;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const isJson = /^application\/json[ \t]*(;|$)/i.test(headers['content-type'] ?? '');
  const isCoded = coding.toLowerCase() !== 'identity' || transfer.toLowerCase() !== 'chunked';
  if (isCoded || (hasBody && !isJson)) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The body is not plain application/json.');
  }
  delete headers['content-encoding'];
}

function parseUtf8(latin1: string): unknown {
  try {
    return JSON.parse(utf8.decode(Buffer.from(latin1, 'latin1')));
  } catch {
    throw malformed();
  }
}

/** The parser's own error quotes the body, so nothing of it is passed on. */
function refuse(error: Error & { status?: number; type?: string }, ctx: Pick<Context, 'req'>): never {
  if (error.type === 'entity.too.large') {
    ctx.req.resume(); // the parser stopped in the midst of the body, and the connection's next request is behind it
    throw new ServiceError('PAYLOAD_TOO_LARGE', 'The body is too large.');
  }
  if (error.status === 400) throw malformed();
  throw error;
}

function malformed(): ServiceError {
  return new ServiceError('MALFORMED_JSON', 'The body is not JSON.');
}
