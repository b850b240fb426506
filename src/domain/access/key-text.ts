import type { Generator } from '../password/generator.ts';
import { PasswordPolicy } from '../password/password-policy.ts';
import { crc32 } from './crc32.ts';
import { BASE62, base62, createId } from './identifier.ts';

/**
 * The text of an API key: `pgs_`, 32 random base62 characters (log2 62³² = 190 bits) and 6 base62 characters of the
 * CRC-32 over all that stands before them (62⁶ > 2³²). The checksum finds a mistyped key without a look-up; it is no
 * secret and protects nothing else.
 */
const PREFIX = 'pgs_';
const CHECKSUM_LENGTH = 6;
const pattern = /^pgs_[0-9A-Za-z]{38}$/;

const secretPolicy = new PasswordPolicy({ length: 32, alphabet: base62 });

export function createKeyText(generator: Generator): string {
  const body = PREFIX + generator.generate(secretPolicy);
  return body + checksumOf(body);
}

/** An identifier for a key, which is no secret. */
export function createKeyId(generator: Generator): string {
  return createId('key', generator);
}

/** Whether a text looks like a key; a mistyped one does too. */
export function hasKeyForm(text: string): boolean {
  return pattern.test(text);
}

/** Whether what looks like a whole key stands anywhere in a text. */
export function holdsKey(text: string): boolean {
  return /pgs_[0-9A-Za-z]{38}/.test(text);
}

/** Whether a text has the form of a key and its checksum is right: a look-up can only then find it. */
export function isWellFormedKey(text: string): boolean {
  return hasKeyForm(text) && text.endsWith(checksumOf(text.slice(0, -CHECKSUM_LENGTH)));
}

/** What may be shown of a key: the first and the last four characters, `pgs_4fQz…x81K`. */
export function hintOf(text: string): string {
  return `${text.slice(0, PREFIX.length + 4)}…${text.slice(-4)}`;
}

/** A text with everything in it that looks like a key, whole or cut off, made unreadable. */
export function maskKeys(text: string): string {
  return text.replace(/pgs_[0-9A-Za-z_-]+/gi, 'pgs_***');
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit += 1) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
