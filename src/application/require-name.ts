import { ServiceError } from '../domain/errors.ts';

const MAX_NAME_LENGTH = 100;

/** @throws ServiceError INVALID_ARGUMENT where a name is empty, too long, or would break a line or a terminal */
export function requireName(name: string | null): string | null {
  if (name !== null && (name.trim() === '' || name.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(name))) {
    throw new ServiceError(
      'INVALID_ARGUMENT',
      `A name is 1 to ${MAX_NAME_LENGTH} characters, none of them a control character.`,
    );
  }
  return name;
}
