import { ServiceError } from '../errors.ts';
import { holdsKey } from './key-text.ts';

const MAX_NAME_LENGTH = 100;
const subscriberId = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** @throws ServiceError INVALID_ARGUMENT where a name is empty, too long, or would break a line or a terminal */
export function requireName(name: string | null): string | null {
  if (name !== null && (name.trim() === '' || name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name))) {
    throw new ServiceError(
      'INVALID_ARGUMENT',
      `A name is 1 to ${MAX_NAME_LENGTH} characters, none of them a control character.`,
    );
  }
  if (name !== null && holdsKey(name)) {
    throw new ServiceError(
      'INVALID_ARGUMENT',
      'A name must not hold an API key: it is shown to whoever sees the list.',
    );
  }
  return name;
}

/** @throws ServiceError INVALID_ARGUMENT where an id could not stand as it is in a key of a store or in a command */
export function requireSubscriberId(id: string): string {
  if (!subscriberId.test(id)) {
    throw new ServiceError(
      'INVALID_ARGUMENT',
      'A subscriber id is 1 to 64 letters, digits, dots, dashes or underscores, and begins with a letter or digit.',
    );
  }
  return id;
}
