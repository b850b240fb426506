import { readFileSync } from 'node:fs';
import { failures } from './failures.ts';
import { createPassword, createPasswords, getDescription, getDocs, getLiveness, getReadiness } from './operations.ts';
import { schemas } from './schemas.ts';

/** The contract's own version: CHANGELOG.md tells what each brought. */
export const API_VERSION = '1.1.0';

export type ApiDocument = ReturnType<typeof describeApi>;

/** What a caller reads first. */
const guide = new URL('../../../../config/api-guide.md', import.meta.url);

/**
 * The service as OpenAPI 3.1: https://spec.openapis.org/oas/v3.1.1
 *
 * @param maxCount the most passwords in one request
 */
export function describeApi({ maxCount }: { readonly maxCount: number }) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Password generation API',
      version: API_VERSION,
      summary: 'Secure passwords, drawn uniformly, with their exact entropy.',
      description: readFileSync(guide, 'utf8'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'Passwords', description: 'With an API key.' },
      { name: 'Health', description: 'For what keeps the service running; without a key.' },
      { name: 'Description', description: 'The contract itself; without a key.' },
    ],
    paths: {
      '/api/passwords': { post: createPassword },
      '/api/passwords/bulk': { post: createPasswords(maxCount) },
      '/health/live': { get: getLiveness },
      '/health/ready': { get: getReadiness },
      '/openapi.json': { get: getDescription },
      '/docs': { get: getDocs },
    },
    components: {
      securitySchemes: {
        ApiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'pgs_ and 38 characters',
          description: 'Your API key. It was shown once, when it was made.',
        },
      },
      schemas: schemas({ maxCount }),
      responses: failures,
    },
  };
}
