import { ServiceError } from '../errors.ts';
import { Alphabet } from './alphabet.ts';
import { countStrings, floorLog2 } from './entropy.ts';

/** What a caller may ask for, in characters. */
export const passwordLength = { minimum: 8, maximum: 128 } as const;

/** The four classes a caller chooses from, in the order of their choices. */
const characterClasses = {
  includeUppercase: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  includeLowercase: 'abcdefghijklmnopqrstuvwxyz',
  includeNumbers: '0123456789',
  includeSymbols: '!@#$%^&*',
} as const;

type ClassChoice = keyof typeof characterClasses;
export const classChoices = Object.keys(characterClasses) as readonly ClassChoice[];

/** A caller's wishes: the length, and which classes; a class that is not named is included. */
export type PasswordChoices = { readonly length: number } & { readonly [choice in ClassChoice]?: boolean };

/** Policies are few (121 lengths, 15 sets of classes), and their entropy is dear: each is made once and kept. */
const policies = new Map<number, PasswordPolicy>();
const alphabets = new Map<number, Alphabet>();

/** A length and an alphabet, of which every class must be there. One that no string can meet does not construct. */
export class PasswordPolicy {
  readonly length: number;
  readonly alphabet: Alphabet;
  /** log2 of the number of strings that meet the policy, exact, rounded down to two decimals. */
  readonly entropyBits: number;

  /**
   * @param length in characters: an integer from the number of classes to 128
   * @throws ServiceError IMPOSSIBLE_POLICY
   */
  constructor({ length, alphabet }: { length: number; alphabet: Alphabet }) {
    if (!Number.isInteger(length) || length < alphabet.classes.length || length > passwordLength.maximum) {
      throw new ServiceError(
        'IMPOSSIBLE_POLICY',
        `The length must be an integer from ${alphabet.classes.length} (one character a class) to ${passwordLength.maximum}.`,
      );
    }
    this.length = length;
    this.alphabet = alphabet;
    const sizes = alphabet.classes.map((members) => members.length);
    this.entropyBits = floorLog2(countStrings(length, sizes));
  }

  /**
   * The policy of a caller's choices.
   *
   * @param choices length from 8 to 128, at least one class
   * @throws ServiceError IMPOSSIBLE_POLICY
   */
  static of(choices: PasswordChoices): PasswordPolicy {
    const { length } = choices;
    const { minimum, maximum } = passwordLength;
    if (!Number.isInteger(length) || length < minimum || length > maximum) {
      throw new ServiceError('IMPOSSIBLE_POLICY', `The length must be an integer from ${minimum} to ${maximum}.`);
    }
    const classes = bitsOf(choices);
    const name = length * 16 + classes;
    const known = policies.get(name);
    if (known) return known;

    const included = classChoices.filter((choice) => choices[choice] !== false);
    const alphabet = alphabets.get(classes) ?? new Alphabet(included.map((choice) => characterClasses[choice]));
    const policy = new PasswordPolicy({ length, alphabet });
    alphabets.set(classes, alphabet);
    policies.set(name, policy);
    return policy;
  }
}

/** The classes of a caller's choices as four bits, by which a policy is found on every request. */
function bitsOf({ includeUppercase, includeLowercase, includeNumbers, includeSymbols }: PasswordChoices): number {
  return (
    (includeUppercase === false ? 0 : 1) |
    (includeLowercase === false ? 0 : 2) |
    (includeNumbers === false ? 0 : 4) |
    (includeSymbols === false ? 0 : 8)
  );
}
