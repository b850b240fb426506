import { base62 } from '../access/identifier.ts';
import type { Generator } from '../password/generator.ts';
import { PasswordPolicy } from '../password/password-policy.ts';

/** log2 62⁴³ = 256.03 bits. */
const policy = new PasswordPolicy({ length: 43, alphabet: base62 });
const pattern = /^[0-9A-Za-z]{43}$/;

/** What a session or an invitation is known by: 256 random bits, kept as a digest alone. */
export function createToken(generator: Generator): string {
  return generator.generate(policy);
}

/** Whether a look-up can find it at all. */
export function isToken(text: string): boolean {
  return pattern.test(text);
}
