import type { ServerResponse } from 'node:http';

/** On every answer, from OWASP's list for REST services: nothing here is a page, but for that of the documentation, and nothing may be kept. */
export const securityHeaders = Object.freeze({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

/** On the one page instead: all it needs comes from this service, and nothing written into the page itself may run. */
export const pageHeaders = Object.freeze({
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:", // Swagger UI's style sheet holds its icons
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
});

/** The response itself holds what is collected for it: entries of a WeakMap cost the garbage collector a twentieth of a request. */
type Collecting = ServerResponse & { collectedHeaders?: Record<string, string> };

/** What an answer will say, to which each step of its request's way adds. */
export function beginHeaders(response: Collecting, requestId: string): Record<string, string> {
  const headers = { ...securityHeaders, 'X-Request-Id': requestId };
  response.collectedHeaders = headers;
  return headers;
}

/** What was collected so far; undefined where nothing was begun. */
export function headersOf({ collectedHeaders }: Collecting): Record<string, string> | undefined {
  return collectedHeaders;
}

export const jsonType = 'application/json; charset=utf-8';

/** RFC 6750, section 3: a request without a key is told the scheme, one with a wrong key what was wrong. */
export const challenges: Readonly<Record<string, string>> = {
  MISSING_API_KEY: 'Bearer realm="passwords"',
  INVALID_API_KEY: 'Bearer realm="passwords", error="invalid_token"',
};
