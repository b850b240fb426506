import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { answer } from './answer.ts';
import type { Step } from './context.ts';

interface Document {
  readonly contentType: string;
  readonly read: () => Promise<Buffer>;
  /** What it has beyond the headers of every answer, or instead of them. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Representation {
  readonly bytes: Buffer;
  /** RFC 9110, section 8.8.3: strong, so it is one for these very bytes and not for the document. */
  readonly etag: string;
}

/**
 * A document that does not change while the service runs. It is read and compressed when it is first asked for, because most
 * instances are never asked; a browser keeps it, and asks each time whether it is still the same.
 */
export function serveDocument({ contentType, read, headers = {} }: Document): Step {
  const plain = once(async () => represent(await read()));
  const compressed = once(async () => represent(await promisify(gzip)(await read())));
  return async function serveDocument(ctx) {
    const isGzip = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    const { bytes, etag } = await (isGzip ? compressed() : plain());
    Object.assign(ctx.state.headers, headers, { 'Cache-Control': 'no-cache', ETag: etag, Vary: 'Accept-Encoding' });
    if (isNamed(etag, ctx.headers['if-none-match'])) {
      answer(ctx, { status: 304 });
      return;
    }
    if (isGzip) ctx.state.headers['Content-Encoding'] = 'gzip';
    answer(ctx, { status: 200, contentType, body: bytes });
  };
}

/** A document that is a part of this program. */
export function text(content: string) {
  return async () => Buffer.from(content);
}

/** A package's file, found when it is asked for: the service starts, and makes passwords, without the package too. */
export function packaged(file: string) {
  return () => readFile(createRequire(import.meta.url).resolve(file));
}

/** RFC 9110, section 13.1.2; Koa's own look would let a Cache-Control of the request overrule it. */
function isNamed(etag: string, ifNoneMatch = ''): boolean {
  const names = ifNoneMatch.split(',').map((name) => name.trim().replace(/^W\//, ''));
  return names.includes(etag) || names.includes('*');
}

function represent(bytes: Buffer): Representation {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

/** Made by the first who asks, and kept; where that fails, the next one tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
