import type { Options } from '@node-rs/argon2';
import type { PasswordHasher } from '../../domain/account/ports.ts';

/** OWASP's Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes and one lane; of one or the other, no less. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Argon2id (RFC 9106), off the event loop; the library is loaded when the first password comes. */
export class Argon2Hasher implements PasswordHasher {
  async hash(password: string): Promise<string> {
    const { hash } = await import('@node-rs/argon2');
    return hash(password, options);
  }

  async verify(passwordHash: string, password: string): Promise<boolean> {
    const { verify } = await import('@node-rs/argon2');
    return verify(passwordHash, password);
  }
}
