import { Alphabet } from '../password/alphabet.ts';
import type { Generator } from '../password/generator.ts';
import { PasswordPolicy } from '../password/password-policy.ts';

/** The digits of keys, tokens and identifiers, in the order of their values. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export const base62 = new Alphabet([BASE62]);
const idPolicy = new PasswordPolicy({ length: 16, alphabet: base62 });

/** An identifier such as `key_…`, which is no secret: 16 base62 characters, 95 random bits. */
export function createId(kind: string, generator: Generator): string {
  return `${kind}_${generator.generate(idPolicy)}`;
}
