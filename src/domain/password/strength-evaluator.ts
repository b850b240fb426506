export type Strength = 'weak' | 'fair' | 'good' | 'strong';

/**
 * Where each strength begins, in bits, best first. 50 and 80 are the lines of the CNIL (deliberation 2022-100) for a
 * throttled and for a stand-alone password; 64 is NIST SP 800-63B's for secrets that need throttling.
 */
const lines = [
  { strength: 'strong', fromBits: 80 },
  { strength: 'good', fromBits: 64 },
  { strength: 'fair', fromBits: 50 },
] as const satisfies readonly { strength: Strength; fromBits: number }[];

/** Tells a strength from the entropy of the policy, never from the looks of the password that came out. */
export class StrengthEvaluator {
  /** @param entropyBits 0 or more; rounding it down to hundredths moves no line, because the lines are whole bits */
  evaluate(entropyBits: number): Strength {
    return lines.find(({ fromBits }) => entropyBits >= fromBits)?.strength ?? 'weak';
  }
}
