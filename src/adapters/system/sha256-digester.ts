import { hash } from 'node:crypto';
import type { KeyDigester } from '../../domain/ports.ts';

/** A plain SHA-256 suffices where the secret holds 190 random bits: there is nothing to guess that salt or cost would slow. */
export class Sha256Digester implements KeyDigester {
  digest(keyText: string): string {
    return hash('sha256', keyText, 'base64url');
  }
}
