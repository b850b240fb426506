import { expect } from 'chai';
import { PasswordPolicy } from '../../../src/domain/password/password-policy.ts';
import { StrengthEvaluator } from '../../../src/domain/password/strength-evaluator.ts';

describe('StrengthEvaluator', () => {
  const evaluator = new StrengthEvaluator();

  it('draws its lines at 50, 64 and 80 bits', () => {
    const table = [
      [0, 'weak'],
      [49.99, 'weak'],
      [50, 'fair'],
      [63.99, 'fair'],
      [64, 'good'],
      [79.99, 'good'],
      [80, 'strong'],
      [784.54, 'strong'],
    ] as const;
    for (const [bits, strength] of table) expect(evaluator.evaluate(bits), `${bits} bits`).to.equal(strength);
  });

  it('calls policies what their entropy makes them', () => {
    const digitsAlone = { includeUppercase: false, includeLowercase: false, includeSymbols: false };
    const table = [
      [{ length: 8 }, 'weak'], // 47.67 bits
      [{ length: 10 }, 'fair'], // 60.36
      [{ length: 12 }, 'good'], // 72.88
      [{ length: 16 }, 'strong'], // 97.70
      [{ length: 16, ...digitsAlone }, 'fair'], // 53.15
    ] as const;
    for (const [choices, strength] of table) {
      expect(evaluator.evaluate(PasswordPolicy.of(choices).entropyBits)).to.equal(strength);
    }
  });
});
