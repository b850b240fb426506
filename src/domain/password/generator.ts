import { ServiceError } from '../errors.ts';
import type { RandomSource } from '../ports.ts';
import type { PasswordPolicy } from './password-policy.ts';

/**
 * The most bytes that one password may waste for each of its characters. The worst of today's policies (length 8, all
 * four classes) takes 1 / (0.820 · 0.389) = 3.1 bytes a character on average, and has thrown away 1,640 candidates by
 * here, with a chance of (1 − 0.389)^1640 < 10^-350: whoever gets here has a source that is not random.
 */
const MAX_WASTE_A_CHARACTER = 2000;

/**
 * Draws strings uniformly from all that meet a policy.
 *
 * Each character is drawn uniformly and by itself, so every string over the alphabet is equally likely, and a string
 * that lacks a class is thrown away whole. What is left is uniform over the strings that hold every class: each of N
 * has the chance (1/Aⁿ) / (N/Aⁿ) = 1/N. Placing one character a class and shuffling would not be.
 */
export class Generator {
  readonly #random: RandomSource;

  constructor(random: RandomSource) {
    this.#random = random;
  }

  /** @throws ServiceError RANDOM_SOURCE_BROKEN where the source can't be random */
  generate({ length, alphabet }: PasswordPolicy): string {
    const { acceptedOf, codeOf, classBitOf, everyClass } = alphabet;
    const random = this.#random;
    const candidate = new Array<number>(length);
    for (let waste = MAX_WASTE_A_CHARACTER * length; waste > 0; waste -= length) {
      let drawn = 0;
      let seen = 0;
      // Whether a byte is accepted is a coin no processor can guess, so it is a sum and not a branch: that doubles the
      // speed. The code of a refused byte is written over by the next one's, and its class is none.
      while (drawn < length && waste > 0) {
        const byte = random.byte();
        const accepted = acceptedOf[byte] as number;
        candidate[drawn] = codeOf[byte] as number;
        seen |= classBitOf[byte] as number;
        drawn += accepted;
        waste -= 1 - accepted;
      }
      if (drawn === length && seen === everyClass) return String.fromCharCode(...candidate);
    }
    throw new ServiceError('RANDOM_SOURCE_BROKEN', 'The random source is not random.');
  }
}
