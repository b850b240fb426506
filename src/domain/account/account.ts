import { ServiceError } from '../errors.ts';

/** What a subscriber signs in to the dashboard with. */
export interface Account {
  readonly subscriberId: string;
  /** Lower-case; no two accounts have the same. */
  readonly email: string;
  /** As the PHC string of its hash; null until an invitation was accepted. */
  readonly passwordHash: string | null;
}

/** RFC 5321, section 4.5.3.1: 64 before the @, and 254 in all (octets there, characters here); `local@localhost` is one too. */
const pattern = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,189}$/u;

/** Of more it is none, and to normalize it would take a time that grows with the square of its length. */
const LONGEST = 512;

/** An address as accounts are found by it: nobody has two that differ by case alone. Empty where it is too long for one. */
export function normalizeEmail(text: string): string {
  return text.length > LONGEST ? '' : text.trim().toLowerCase().normalize('NFC');
}

/** @throws ServiceError INVALID_ARGUMENT where it is no address */
export function requireEmail(text: string): string {
  const email = normalizeEmail(text);
  if (!pattern.test(email)) {
    throw new ServiceError('INVALID_ARGUMENT', 'An e-mail address is of the form name@example.com.');
  }
  return email;
}
