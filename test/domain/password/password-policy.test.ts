import { expect } from 'chai';
import { Alphabet } from '../../../src/domain/password/alphabet.ts';
import { classChoices, type PasswordChoices, PasswordPolicy } from '../../../src/domain/password/password-policy.ts';

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const symbols = '!@#$%^&*';

describe('PasswordPolicy', () => {
  const figures: [number, number][] = [
    [8, 47.67],
    [10, 60.36],
    [12, 72.88],
    [16, 97.7],
    [20, 122.38],
    [32, 196.09],
    [128, 784.54],
  ];
  for (const [length, bits] of figures) {
    it(`knows that ${length} characters of all four classes hold ${bits} bits`, () => {
      expect(PasswordPolicy.of({ length }).entropyBits).to.equal(bits);
    });
  }

  it('includes the classes that are chosen, and those of which nothing is said', () => {
    const table: [PasswordChoices, string[]][] = [
      [{ length: 8 }, [upper, lower, digits, symbols]],
      [{ length: 8, includeUppercase: true }, [upper, lower, digits, symbols]],
      [{ length: 8, includeUppercase: false }, [lower, digits, symbols]],
      [{ length: 8, includeLowercase: false }, [upper, digits, symbols]],
      [{ length: 8, includeNumbers: false }, [upper, lower, symbols]],
      [{ length: 8, includeSymbols: false }, [upper, lower, digits]],
      [{ length: 8, includeUppercase: false, includeNumbers: false, includeSymbols: false }, [lower]],
    ];
    for (const [choices, classes] of table) expect(PasswordPolicy.of(choices).alphabet.classes).to.deep.equal(classes);
  });

  it('is made once for each length and set of classes, and its alphabet once for each set', () => {
    const policy = PasswordPolicy.of({ length: 21, includeSymbols: false });
    expect(PasswordPolicy.of({ length: 21, includeSymbols: false, includeNumbers: true })).to.equal(policy);
    expect(PasswordPolicy.of({ length: 22, includeSymbols: false })).not.to.equal(policy);
    expect(PasswordPolicy.of({ length: 22, includeSymbols: false }).alphabet).to.equal(policy.alphabet);
    const others = classChoices.map((choice) => PasswordPolicy.of({ length: 21, [choice]: false }));
    expect(new Set([...others, PasswordPolicy.of({ length: 21 })]).size).to.equal(5);
  });

  it('names the choices of a caller', () => {
    expect(classChoices).to.deep.equal(['includeUppercase', 'includeLowercase', 'includeNumbers', 'includeSymbols']);
  });

  const none = Object.fromEntries(classChoices.map((choice) => [choice, false]));
  const impossible: [string, PasswordChoices, string][] = [
    ['7 characters', { length: 7 }, 'The length must be an integer from 8 to 128.'],
    ['129 characters', { length: 129 }, 'The length must be an integer from 8 to 128.'],
    ['8.5 characters', { length: 8.5 }, 'The length must be an integer from 8 to 128.'],
    ['no class', { length: 8, ...none }, 'An alphabet has 1 to 8 classes, and none is empty.'],
  ];
  for (const [what, choices, message] of impossible) {
    it(`does not construct with ${what}`, () => {
      expect(() => PasswordPolicy.of(choices))
        .to.throw()
        .that.deep.includes({ code: 'IMPOSSIBLE_POLICY', message });
    });
  }

  it('needs a character for each class, and no more', () => {
    const alphabet = new Alphabet(['ab', 'cd', 'ef']);
    expect(new PasswordPolicy({ length: 3, alphabet }).entropyBits).to.equal(5.58); // log2 (3! · 2³) = 5.585
    for (const length of [2, 129, 3.5]) {
      const message = 'The length must be an integer from 3 (one character a class) to 128.';
      const construct = () => new PasswordPolicy({ length, alphabet });
      expect(construct).to.throw().that.includes({ code: 'IMPOSSIBLE_POLICY', message });
    }
    expect(new PasswordPolicy({ length: 128, alphabet }).length).to.equal(128);
  });
});
