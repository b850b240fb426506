import { createHash, randomInt, randomUUID } from 'node:crypto';
import { SystemRandomness } from '../../../dist/adapters/system/system-randomness.js';
import { Generator } from '../../../dist/domain/password/generator.js';
import { PasswordPolicy } from '../../../dist/domain/password/password-policy.js';

export { oneSchema as requestSchema } from '../../../dist/adapters/http/password-routes.js';
export { securityHeaders } from '../../../dist/adapters/http/response-headers.js';

/**
 * What every peer does with a request beyond its own libraries, as one would write it for oneself: the key by its digest, in a
 * map, and characters by crypto.randomInt until each class is among them. With GENERATOR=service passwords and bits come from
 * the service's own generator instead, so that what is compared is the way round it.
 */
const kinds = [
  { name: 'includeUppercase', characters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', pattern: /[A-Z]/ },
  { name: 'includeLowercase', characters: 'abcdefghijklmnopqrstuvwxyz', pattern: /[a-z]/ },
  { name: 'includeNumbers', characters: '0123456789', pattern: /[0-9]/ },
  { name: 'includeSymbols', characters: '!@#$%^&*', pattern: /[!@#$%^&*]/ },
];
const generate = process.env.GENERATOR === 'service' ? byService() : byHand;

const digestOf = (key) => createHash('sha256').update(key).digest('base64url');
const subscribers = new Map([[digestOf(process.env.KEY ?? ''), { id: 'local', plan: 'annual' }]]);

export const LIMIT = 1_000_000_000;
export const WINDOW_MS = 60_000;

/** Whose key it is; undefined where it is nobody's. */
export function subscriberOf(authorization = '') {
  const [, key] = /^bearer +([^ ]+)$/i.exec(authorization) ?? [];
  return key && subscribers.get(digestOf(key));
}

export function issue(choices) {
  const { password, entropyBits } = generate(choices);
  const strength = entropyBits >= 80 ? 'strong' : entropyBits >= 64 ? 'good' : entropyBits >= 50 ? 'fair' : 'weak';
  return { password, strength, length: choices.length, generatedAt: new Date().toISOString(), entropyBits };
}

function byHand(choices) {
  const chosen = kinds.filter(({ name }) => choices[name] !== false);
  const alphabet = chosen.map(({ characters }) => characters).join('');
  let password;
  do {
    password = '';
    while (password.length < choices.length) password += alphabet[randomInt(alphabet.length)];
  } while (!chosen.every(({ pattern }) => pattern.test(password)));
  return { password, entropyBits: bitsOf(chosen, choices.length) };
}

/** By inclusion and exclusion, in floating point. */
function bitsOf(chosen, length) {
  let passwords = 0;
  for (let without = 0; without < 2 ** chosen.length; without += 1) {
    let [sign, size] = [1, 0];
    chosen.forEach(({ characters }, at) => {
      if (without & (1 << at)) sign = -sign;
      else size += characters.length;
    });
    passwords += sign * size ** length;
  }
  return Math.floor(Math.log2(passwords) * 100) / 100;
}

function byService() {
  const generator = new Generator(new SystemRandomness());
  return (choices) => {
    const policy = PasswordPolicy.of(choices);
    return { password: generator.generate(policy), entropyBits: policy.entropyBits };
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
