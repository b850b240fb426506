import { randomUUID } from 'node:crypto';
import { Sha256Digester } from '../../../dist/adapters/system/sha256-digester.js';
import { SystemRandomness } from '../../../dist/adapters/system/system-randomness.js';
import { Generator } from '../../../dist/domain/password/generator.js';
import { PasswordPolicy } from '../../../dist/domain/password/password-policy.js';
import { StrengthEvaluator } from '../../../dist/domain/password/strength-evaluator.js';

export { oneSchema as requestSchema } from '../../../dist/adapters/http/password-routes.js';
export { securityHeaders } from '../../../dist/adapters/http/response-headers.js';

/**
 * What every peer does with a request beyond its own libraries: the service's own generator, digest and schema, so that
 * what is compared is the way round them.
 */
const digester = new Sha256Digester();
const subscribers = new Map([[digester.digest(process.env.KEY ?? ''), { id: 'local', plan: 'annual' }]]);
const generator = new Generator(new SystemRandomness());
const evaluator = new StrengthEvaluator();

export const LIMIT = 1_000_000_000;
export const WINDOW_MS = 60_000;

/** Whose key it is; undefined where it is nobody's. */
export function subscriberOf(authorization = '') {
  const [, key] = /^bearer +([^ ]+)$/i.exec(authorization) ?? [];
  return key && subscribers.get(digester.digest(key));
}

export function issue(choices) {
  const policy = PasswordPolicy.of(choices);
  return {
    password: generator.generate(policy),
    strength: evaluator.evaluate(policy.entropyBits),
    length: policy.length,
    generatedAt: new Date().toISOString(),
    entropyBits: policy.entropyBits,
  };
}

export const requestIdOf = (headers) => headers['x-request-id'] ?? randomUUID();

/** The five headers of a quota, of which so much is left, in so many seconds more. */
export function quotaHeaders(remaining, seconds) {
  return {
    'RateLimit-Policy': `"annual";q=${LIMIT};w=60`,
    RateLimit: `"annual";r=${remaining};t=${seconds}`,
    'X-RateLimit-Limit': String(LIMIT),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + seconds),
  };
}

export const failure = (code, requestId) => ({ success: false, error: { code }, requestId });

/** Tells the benchmark where it listens. */
export const announce = (port) => console.log(`http://127.0.0.1:${port}`);
