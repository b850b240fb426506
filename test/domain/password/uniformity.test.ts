import { randomInt } from 'node:crypto';
import { expect } from 'chai';
import { SystemRandomness } from '../../../src/adapters/system/system-randomness.ts';
import { countStrings } from '../../../src/domain/password/entropy.ts';
import { Generator } from '../../../src/domain/password/generator.ts';
import { PasswordPolicy } from '../../../src/domain/password/password-policy.ts';

const LENGTH = 8;
const policy = PasswordPolicy.of({ length: LENGTH });
const classes = policy.alphabet.classes;
const sizes = classes.map((members) => members.length);
const total = countStrings(LENGTH, sizes);

/** The exact chance of k digits in a uniform password: the places of the digits, the digits, and the rest. */
const digitChances = [0, 1, 2, 3, 4, 5].map((k) => {
  const places = [1, 8, 28, 56, 70, 56][k] ?? 0;
  const rest = countStrings(LENGTH - k, [26, 26, 8]);
  return k === 0 ? 0 : Number(BigInt(places) * 10n ** BigInt(k) * rest) / Number(total);
});

/** The exact chance of each character in a place: what is left holds the other classes, and its own class or not. */
const characterChances = new Map(
  classes.flatMap((members, own) => {
    const others = sizes.filter((_, index) => index !== own);
    const completions = countStrings(LENGTH - 1, sizes) + countStrings(LENGTH - 1, others);
    return [...members].map((character) => [character, Number(completions) / Number(total)] as const);
  }),
);

function chiSquare(observed: readonly number[], chances: readonly number[], draws: number): number {
  return observed.reduce((sum, count, cell) => {
    const expected = (chances[cell] ?? 0) * draws;
    return expected === 0 ? sum : sum + (count - expected) ** 2 / expected;
  }, 0);
}

/** χ² of the number of digits (4 degrees of freedom) and of the character in the last place (69). */
function judge(draw: () => string, draws: number): { digits: number; characters: number; meanDigits: number } {
  const digits = Array<number>(6).fill(0);
  const characters = new Map([...characterChances.keys()].map((character) => [character, 0]));
  let allDigits = 0;
  for (let number = 0; number < draws; number += 1) {
    const password = draw();
    const count = password.replace(/\D/g, '').length;
    allDigits += count;
    digits[count] = (digits[count] ?? 0) + 1;
    const last = password.charAt(LENGTH - 1);
    characters.set(last, (characters.get(last) ?? 0) + 1);
  }
  return {
    digits: chiSquare(digits, digitChances, draws),
    characters: chiSquare([...characters.values()], [...characterChances.values()], draws),
    meanDigits: allDigits / draws,
  };
}

/** Above these a uniform source comes once in ten million runs. */
const DIGITS_LIMIT = 38.1;
const CHARACTERS_LIMIT = 146.5;

describe('uniformity, from the real source', () => {
  it('is not refuted by χ² over a million passwords of length 8', () => {
    const generator = new Generator(new SystemRandomness());
    const { digits, characters, meanDigits } = judge(() => generator.generate(policy), 1_000_000);
    expect(digits).to.be.below(DIGITS_LIMIT);
    expect(characters).to.be.below(CHARACTERS_LIMIT);
    expect(meanDigits).to.be.within(1.505, 1.513); // 1.509, six standard errors of 0.70 / √1,000,000 around it
  });

  it('would be refuted for one character a class placed and shuffled', () => {
    const pick = (from: string) => from.charAt(randomInt(from.length));
    const placed = () => {
      const drawn = [...classes.map(pick), ...Array.from({ length: LENGTH - 4 }, () => pick(classes.join('')))];
      for (let at = LENGTH - 1; at > 0; at -= 1) {
        const other = randomInt(at + 1);
        [drawn[at], drawn[other]] = [drawn[other] ?? '', drawn[at] ?? ''];
      }
      return drawn.join('');
    };
    expect(judge(placed, 100_000).digits).to.be.above(DIGITS_LIMIT);
  });

  it('would be refuted for indices by modulo', () => {
    const all = classes.join('');
    const byModulo = (): string => {
      const text = Array.from({ length: LENGTH }, () => all.charAt(randomInt(256) % all.length)).join('');
      return classes.every((members) => [...text].some((one) => members.includes(one))) ? text : byModulo();
    };
    expect(judge(byModulo, 20_000).characters).to.be.above(CHARACTERS_LIMIT);
  });
});
