import { expect } from 'chai';
import { createToken, isToken } from '../../../src/domain/account/secret-token.ts';
import { Generator } from '../../../src/domain/password/generator.ts';
import { ScriptedRandomness } from '../../support/scripted-randomness.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 43;

describe('a token', () => {
  it('is 43 characters in the order 0-9A-Za-z, by the random bytes alone', () => {
    const script = Array.from({ length: LENGTH }, (_, at) => at + 19);
    const random = new ScriptedRandomness(script);
    const token = createToken(new Generator(random));
    expect(token).to.equal(base62.slice(19, 19 + LENGTH));
    expect(random.used).to.equal(LENGTH);
    expect(isToken(token)).to.equal(true);
  });

  it('has each character equally often at each place', () => {
    // 248 of the 256 bytes are taken, four for each character; 43 and 248 have no divisor in common.
    const script = Array.from({ length: 256 * LENGTH }, (_, at) => at % 256);
    const generator = new Generator(new ScriptedRandomness(script));
    const tokens = Array.from({ length: 248 }, () => createToken(generator));
    for (let place = 0; place < LENGTH; place += 1) {
      const counts = new Map<string, number>();
      for (const token of tokens) counts.set(token.charAt(place), (counts.get(token.charAt(place)) ?? 0) + 1);
      expect([...counts].sort(), `at ${place}`).to.deep.equal([...base62].sort().map((character) => [character, 4]));
    }
  });

  it('is looked up in no other form', () => {
    const table: [string, boolean][] = [
      ['a'.repeat(43), true],
      [base62.slice(0, 43), true],
      ['', false],
      ['a'.repeat(42), false],
      ['a'.repeat(44), false],
      [`${'a'.repeat(43)}\n`, false],
      [` ${'a'.repeat(42)}`, false],
      [`${'a'.repeat(42)}-`, false],
      [`${'a'.repeat(42)}ä`, false],
      ['../'.repeat(15), false],
    ];
    for (const [text, expected] of table) expect(isToken(text), JSON.stringify(text)).to.equal(expected);
  });
});
