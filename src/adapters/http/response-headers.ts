import type { ServerResponse } from 'node:http';

/** On every answer, from OWASP's list for REST services: nothing here is a page, but for that of the documentation, and nothing may be kept. */
export const securityHeaders = Object.freeze({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

/** On pages instead: all they need comes from this service, and nothing written into a page itself may run. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:", // style sheets hold their icons
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

/** On the page of the documentation. */
export const pageHeaders = Object.freeze({
  'Content-Security-Policy': [...pagePolicy, "form-action 'none'"].join('; '),
  'Referrer-Policy': 'no-referrer',
});

/** On the dashboard's pages, which have forms. With `no-referrer` a browser would not tell the origin that a form comes from. */
export const dashboardHeaders = Object.freeze({
  'Content-Security-Policy': [...pagePolicy, "form-action 'self'"].join('; '),
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
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
export const htmlType = 'text/html; charset=utf-8';
export const scriptType = 'text/javascript; charset=utf-8';
export const styleType = 'text/css; charset=utf-8';

/** RFC 6750, section 3: a request without a key is told the scheme, one with a wrong key what was wrong. */
export const challenges: Readonly<Record<string, string>> = {
  MISSING_API_KEY: 'Bearer realm="passwords"',
  INVALID_API_KEY: 'Bearer realm="passwords", error="invalid_token"',
};
