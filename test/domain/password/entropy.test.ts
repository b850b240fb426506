import { expect } from 'chai';
import fc from 'fast-check';
import { countStrings, floorLog2 } from '../../../src/domain/password/entropy.ts';

const all = [26, 26, 10, 8];

describe('countStrings', () => {
  it('counts the strings of length 8 that hold all four classes', () => {
    expect(countStrings(8, all)).to.equal(224348732375040n);
  });

  it('counts the same as writing all strings down', () => {
    const small = fc.tuple(
      fc.integer({ min: 0, max: 5 }),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
    );
    fc.assert(
      fc.property(small, ([length, sizes]) => countStrings(length, sizes) === BigInt(writeDown(length, sizes))),
    );
  });

  it('gives the share of strings that hold every class', () => {
    const shares: [number, number[], number, number][] = [
      [8, all, 70, 0.38917],
      [10, all, 70, 0.52469],
      [12, all, 70, 0.63129],
      [16, all, 70, 0.77914],
      [20, all, 70, 0.86833],
      [32, all, 70, 0.97229],
      [8, [26, 26], 52, 0.992],
      [8, [26, 26, 10], 62, 0.731],
      [8, [26, 26, 8], 60, 0.663],
      [8, [26, 10, 8], 44, 0.686],
      [8, [26, 10], 36, 0.926],
      [8, [26, 8], 34, 0.883],
      [8, [10, 8], 18, 0.989],
    ];
    for (const [length, sizes, alphabet, share] of shares) {
      const exact = Number(countStrings(length, sizes)) / alphabet ** length;
      const digits = String(share).length - 2;
      expect(exact.toFixed(digits), `length ${length} of ${sizes}`).to.equal(share.toFixed(digits));
    }
  });
});

describe('floorLog2', () => {
  it('rounds down to hundredths', () => {
    const table: [bigint, number][] = [
      [1n, 0],
      [2n, 1],
      [3n, 1.58], // log2 3 = 1.58496
      [7n, 2.8], // 2.80735
      [1023n, 9.99], // 9.99859
      [1024n, 10],
      [1025n, 10],
      [2n ** 64n - 1n, 63.99],
      [2n ** 64n, 64],
      [10n ** 8n, 26.57], // 26.5754
    ];
    for (const [count, bits] of table) expect(floorLog2(count), String(count)).to.equal(bits);
  });
});

/** How many strings over classes of these sizes hold each class, by trying them all. */
function writeDown(length: number, sizes: readonly number[]): number {
  const classOf = sizes.flatMap((size, index) => Array<number>(size).fill(index));
  let count = 0;
  for (let number = 0; number < classOf.length ** length; number += 1) {
    const seen = new Set<number | undefined>();
    for (let at = 0, rest = number; at < length; at += 1, rest = Math.floor(rest / classOf.length)) {
      seen.add(classOf[rest % classOf.length]);
    }
    if (seen.size === sizes.length) count += 1;
  }
  return count;
}
