/** On every answer, from OWASP's list for REST services: nothing here is a page, and nothing may be kept. */
export const securityHeaders = Object.freeze({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

export const jsonType = 'application/json; charset=utf-8';
