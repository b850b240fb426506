import { ServiceError } from '../errors.ts';
import type { RandomSource } from '../ports.ts';
import type { PasswordPolicy } from './password-policy.ts';

const BLOCK_BYTES = 256;

/**
 * The most bytes that one password may take for each of its characters. The worst of today's policies (length 8, all
 * four classes) takes 1 / (0.820 · 0.389) = 3.1 on average, and has accepted none of 1,640 candidates by here with a
 * chance of (1 − 0.389)^1640 < 10^-350: whoever gets here has a source that is not random.
 */
const MAX_BYTES_A_CHARACTER = 2000;

/**
 * Draws strings uniformly from all that meet a policy.
 *
 * Each character is drawn uniformly and by itself, so every string over the alphabet is equally likely, and a string
 * that lacks a class is thrown away whole. What is left is uniform over the strings that hold every class: each of N
 * has the chance (1/Aⁿ) / (N/Aⁿ) = 1/N. Placing one character a class and shuffling would not be.
 */
export class Generator {
  readonly #random: RandomSource;
  readonly #block = new Uint8Array(BLOCK_BYTES);

  constructor(random: RandomSource) {
    this.#random = random;
  }

  /** @throws ServiceError RANDOM_SOURCE_BROKEN where the source can't be random */
  generate(policy: PasswordPolicy): string {
    const { length } = policy;
    const { characterOf, classBitOf, everyClass } = policy.alphabet;
    const block = this.#block.subarray(0, Math.min(BLOCK_BYTES, 2 * length));
    let unread = 0;
    let budget = MAX_BYTES_A_CHARACTER * length;
    try {
      for (;;) {
        let candidate = '';
        let missing = length;
        let seen = 0;
        while (missing > 0) {
          if (unread === 0) {
            budget -= block.length;
            if (budget < 0) throw new ServiceError('RANDOM_SOURCE_BROKEN', 'The random source is not random.');
            this.#random.fill(block);
            unread = block.length;
          }
          const byte = block[--unread] as number;
          const classBit = classBitOf[byte] as number;
          if (classBit === 0) continue;
          candidate += characterOf[byte];
          seen |= classBit;
          missing -= 1;
        }
        if (seen === everyClass) return candidate;
      }
    } finally {
      block.fill(0);
    }
  }
}
