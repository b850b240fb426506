import { expect } from 'chai';
import { Alphabet } from '../../../src/domain/password/alphabet.ts';

describe('Alphabet', () => {
  it('gives every character the same number of bytes, and refuses the rest', () => {
    for (const size of [1, 2, 3, 8, 10, 26, 62, 70, 255, 256]) {
      const characters = Array.from({ length: size }, (_, at) => String.fromCharCode(0x100 + at));
      const { acceptedOf, codeOf, classBitOf } = new Alphabet([characters.join('')]);
      const share = Math.floor(256 / size);
      for (const character of characters) {
        expect(
          codeOf.filter((code) => code === character.charCodeAt(0)),
          `size ${size}`,
        ).to.have.length(share);
      }
      const refused = Array<number>(256 - share * size).fill(0);
      expect([...codeOf.filter((code) => code === 0)]).to.deep.equal(refused);
      expect([...classBitOf.filter((bit) => bit === 0)]).to.deep.equal(refused);
      expect([...acceptedOf]).to.deep.equal([...Array<number>(share * size).fill(1), ...refused]);
    }
  });

  it('tells the class of each byte by a bit of its own', () => {
    const alphabet = new Alphabet(['ab', 'c', 'de']);
    expect(alphabet.size).to.equal(5);
    expect(alphabet.classes).to.deep.equal(['ab', 'c', 'de']);
    expect(alphabet.everyClass).to.equal(0b111);
    expect(String.fromCharCode(...alphabet.codeOf.slice(0, 6))).to.equal('abcdea');
    expect([...alphabet.classBitOf.slice(0, 6)]).to.deep.equal([1, 1, 2, 4, 4, 1]);
    expect([alphabet.codeOf[254], alphabet.classBitOf[254]]).to.deep.equal(['e'.charCodeAt(0), 4]);
    expect([alphabet.codeOf[255], alphabet.classBitOf[255]]).to.deep.equal([0, 0]);
  });

  it('takes eight classes, and 256 characters in all', () => {
    expect(new Alphabet([...'abcdefgh']).everyClass).to.equal(255);
    const all = String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code));
    expect(new Alphabet([all]).size).to.equal(256);
  });

  const byClasses = { code: 'IMPOSSIBLE_POLICY', message: 'An alphabet has 1 to 8 classes, and none is empty.' };
  const byCharacters = { code: 'IMPOSSIBLE_POLICY', message: 'An alphabet has 256 characters at most, each once.' };
  const impossible: [string, string[], object][] = [
    ['no class', [], byClasses],
    ['nine classes', [...'abcdefghi'], byClasses],
    ['an empty class', ['ab', ''], byClasses],
    ['a character twice in a class', ['aa'], byCharacters],
    ['a character in two classes', ['ab', 'bc'], byCharacters],
    ['257 characters', [String.fromCharCode(...Array.from({ length: 257 }, (_, code) => code))], byCharacters],
  ];
  for (const [what, classes, error] of impossible) {
    it(`does not construct with ${what}`, () => {
      expect(() => new Alphabet(classes))
        .to.throw()
        .that.deep.includes(error);
    });
  }
});
