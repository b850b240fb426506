import type { Fault } from '../errors.ts';
import type { Generator } from '../password/generator.ts';
import { PasswordPolicy } from '../password/password-policy.ts';
import type { GuessEstimator } from './ports.ts';

/** NIST SP 800-63B-4, section 3.1.1.2: 15 where a password is all there is. In characters, not in bytes. */
export const passwordCharacters = { minimum: 15, maximum: 256 };
/** Below ten thousand million guesses a password is refused, however long it is: what zxcvbn calls very unguessable has more. */
const GUESSES_LOG10 = 10;
/** Of a longer one no more is looked at, so that looking takes no longer. */
const ESTIMATED_CHARACTERS = 40;
/** In code units. To normalize a text takes a time that grows with the square of its length, so no more is looked at. */
const LONGEST = 1024;

interface Wish {
  readonly password: string;
  /** The password of before; empty where there was none. */
  readonly before: string;
  /** What a guesser would try first: the address, the name. */
  readonly about: readonly string[];
}

/** One password as it is hashed, however it was typed (NFKC, as NIST SP 800-63B-4 has it). What is too long is cut off. */
export function normalizePassword(password: string): string {
  return password.slice(0, LONGEST).normalize('NFKC');
}

/** What is wrong with a password that somebody wishes to have; nothing where it may be had. */
export async function judgePassword({ password, before, about }: Wish, estimator: GuessEstimator): Promise<Fault[]> {
  const characters = [...normalizePassword(password)].length;
  const { minimum, maximum } = passwordCharacters;
  if (password.length > LONGEST || characters < minimum || characters > maximum) {
    return [{ field: 'password', message: `must be ${minimum} to ${maximum} characters` }];
  }
  if (isLike(normalizePassword(password), normalizePassword(before))) {
    return [{ field: 'password', message: 'is too much like the one before' }];
  }
  const tried = about
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map(lookedAt)
    .filter((text) => text.length > 2);
  if ((await estimator.guessesLog10(lookedAt(password), tried)) >= GUESSES_LOG10) return [];
  return [
    { field: 'password', message: 'is too easy to guess: take the one that is proposed, or several random words' },
  ];
}

/** A password by the service's own generator: 20 characters of all classes, 122 bits. */
export function proposePassword(generator: Generator): string {
  return generator.generate(PasswordPolicy.of({ length: 20 }));
}

/** Whether half of a password or more stands at the ends of another one, whatever the case: who knows that one tries this. */
function isLike(password: string, before: string): boolean {
  const [one, other] = [password.toLowerCase(), before.toLowerCase()];
  const shorter = Math.min(one.length, other.length);
  let front = 0;
  while (front < shorter && one[front] === other[front]) front += 1;
  let back = 0;
  while (back < shorter - front && one.at(-1 - back) === other.at(-1 - back)) back += 1;
  return front + back >= one.length / 2;
}

/** What is looked at of a text. */
function lookedAt(text: string): string {
  return [...normalizePassword(text)].slice(0, ESTIMATED_CHARACTERS).join('');
}
