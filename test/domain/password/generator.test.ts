import { expect } from 'chai';
import fc from 'fast-check';
import { SystemRandomness } from '../../../src/adapters/system/system-randomness.ts';
import { Alphabet } from '../../../src/domain/password/alphabet.ts';
import { Generator } from '../../../src/domain/password/generator.ts';
import { PasswordPolicy } from '../../../src/domain/password/password-policy.ts';
import type { RandomSource } from '../../../src/domain/ports.ts';
import { ScriptedRandomness, ScriptIsOver } from '../../support/scripted-randomness.ts';

/** How often each string comes out of all scripts of `bytes` bytes, each taken from `values`. */
function runAllScripts(policy: PasswordPolicy, bytes: number, values: readonly number[]): Record<string, number> {
  const outcomes: Record<string, number> = {};
  for (let number = 0; number < values.length ** bytes; number += 1) {
    const script = Array.from(
      { length: bytes },
      (_, at) => values[Math.floor(number / values.length ** at) % values.length] ?? 0,
    );
    try {
      const text = new Generator(new ScriptedRandomness(script)).generate(policy);
      outcomes[text] = (outcomes[text] ?? 0) + 1;
    } catch (error) {
      if (!(error instanceof ScriptIsOver)) throw error;
    }
  }
  return outcomes;
}

const everyByte = Array.from({ length: 256 }, (_, byte) => byte);
const abc = new PasswordPolicy({ length: 2, alphabet: new Alphabet(['ab', 'c']) });

describe('Generator', () => {
  it('gives each of 3 characters from 85 bytes, and refuses the 256th', () => {
    const policy = new PasswordPolicy({ length: 1, alphabet: new Alphabet(['abc']) });
    expect(runAllScripts(policy, 1, everyByte)).to.deep.equal({ a: 85, b: 85, c: 85 });
  });

  it('gives every string that holds each class from the same number of scripts, and no other string', () => {
    expect(runAllScripts(abc, 2, everyByte)).to.deep.equal({ ac: 85 ** 2, bc: 85 ** 2, ca: 85 ** 2, cb: 85 ** 2 });

    const strings = [...'ab'].flatMap((a) => [...'cde'].flatMap((c) => [a + c, c + a]));
    const policy = new PasswordPolicy({ length: 2, alphabet: new Alphabet(['ab', 'cde']) });
    expect(runAllScripts(policy, 2, everyByte)).to.deep.equal(
      Object.fromEntries(strings.map((text) => [text, 51 ** 2])),
    );
  });

  it('stays as even where candidates and bytes are refused on the way', () => {
    // Of scripts of one byte a residue: 1 · 9 give a string at once; 5 of 9 first candidates lack a class, 1 follows.
    expect(runAllScripts(abc, 4, [0, 1, 2])).to.deep.equal({ ac: 14, bc: 14, ca: 14, cb: 14 });
    // With the refused byte among them too, every string still has the same number.
    const counts = Object.values(runAllScripts(abc, 4, [0, 1, 2, 255]));
    expect(counts).to.deep.equal(Array(4).fill(counts[0]));
  });

  it('uses each byte once, in its order, and no more than it needs', () => {
    const random = new ScriptedRandomness([0, 0, 0, 0, 1, 255, 255, 2, 0, 2]);
    const generator = new Generator(random);
    expect(generator.generate(abc)).to.equal('bc'); // behind aa, aa and two refused bytes
    expect(random.used).to.equal(8);
    expect(generator.generate(abc)).to.equal('ac');
    expect(() => generator.generate(abc)).to.throw(ScriptIsOver);
  });

  for (const [what, byte] of [
    ['a refused byte', 255],
    ['one character', 0],
  ] as const) {
    it(`gives up on a source that gives nothing but ${what}`, () => {
      let asked = 0;
      const random: RandomSource = {
        byte() {
          asked += 1;
          return byte;
        },
      };
      expect(() => new Generator(random).generate(abc))
        .to.throw()
        .that.deep.includes({
          code: 'RANDOM_SOURCE_BROKEN',
          message: 'The random source is not random.',
        });
      expect(asked).to.equal(2 * 2000);
    });
  }

  it('gives up on a source that ends in refused bytes, and gives no part of a candidate', () => {
    const started = [0, 2];
    const random: RandomSource = { byte: () => started.shift() ?? 255 };
    const policy = new PasswordPolicy({ length: 3, alphabet: new Alphabet(['ab', 'c']) });
    expect(() => new Generator(random).generate(policy)).to.throw('The random source is not random.');
  });

  it('passes a failure of the source on', () => {
    const failure = new Error('no entropy');
    const random: RandomSource = {
      byte() {
        throw failure;
      },
    };
    expect(() => new Generator(random).generate(abc)).to.throw(failure);
  });

  it('keeps the guarantee for any policy', () => {
    const generator = new Generator(new SystemRandomness());
    const wish = fc.record({
      length: fc.integer({ min: 8, max: 128 }),
      includeUppercase: fc.boolean(),
      includeLowercase: fc.boolean(),
      includeNumbers: fc.boolean(),
      includeSymbols: fc.boolean(),
    });
    const possible = wish.filter(({ length, ...classes }) => length > 0 && Object.values(classes).some(Boolean));
    fc.assert(
      fc.property(possible, (choices) => {
        const policy = PasswordPolicy.of(choices);
        const text = generator.generate(policy);
        expect(text).to.have.length(choices.length);
        for (const members of policy.alphabet.classes)
          expect([...text].some((one) => members.includes(one))).to.equal(true);
        expect([...text].every((one) => policy.alphabet.classes.join('').includes(one))).to.equal(true);
      }),
    );
  });
});
