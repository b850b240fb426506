import { expect } from 'chai';
import { SystemRandomness } from '../../../src/adapters/system/system-randomness.ts';
import { judgePassword, normalizePassword, proposePassword } from '../../../src/domain/account/password-rules.ts';
import { Generator } from '../../../src/domain/password/generator.ts';

const length = [{ field: 'password', message: 'must be 15 to 256 characters' }];
const alike = [{ field: 'password', message: 'is too much like the one before' }];
const easy = [
  { field: 'password', message: 'is too easy to guess: take the one that is proposed, or several random words' },
];

/** Judges by an estimator that always says the same, and gives what that was asked. */
async function judged(password: string, { before = '', about = [] as string[], log10 = 10 } = {}) {
  const asked: unknown[] = [];
  const estimator = {
    async guessesLog10(...question: unknown[]) {
      asked.push(question);
      return log10;
    },
  };
  return { faults: await judgePassword({ password, before, about }, estimator), asked };
}

describe('a password that somebody wishes to have', () => {
  const lengths: [string, string, boolean][] = [
    ['14 letters', 'x'.repeat(14), false],
    ['15 letters', 'x'.repeat(15), true],
    ['256 letters', 'x'.repeat(256), true],
    ['257 letters', 'x'.repeat(257), false],
    ['nothing', '', false],
    ['14 characters of two code units', '😀'.repeat(14), false],
    ['15 characters of two code units', '😀'.repeat(15), true],
    ['256 characters of two code units', '😀'.repeat(256), true],
    ['257 characters of two code units', '😀'.repeat(257), false],
    ['14 letters with marks of their own', 'e\u0301'.repeat(14), false],
    ['256 letters with marks of their own', 'e\u0301'.repeat(256), true],
    ['a ligature of three, and 12', `\ufb03${'x'.repeat(12)}`, true],
    ['a ligature of three, and 254', `\ufb03${'x'.repeat(254)}`, false],
    ['spaces', ' '.repeat(15), true],
    ['256 letters of four code units each', '\u03b1\u0313\u0301\u0345'.repeat(256), true],
    ['100,000 marks without a letter', '\u0300\u0316'.repeat(50_000), false],
  ];
  for (const [what, password, isRight] of lengths) {
    it(`${isRight ? 'may' : 'must not'} be ${what} long`, async () => {
      const { faults, asked } = await judged(password);
      expect(faults).to.deep.equal(isRight ? [] : length);
      expect(asked).to.have.length(isRight ? 1 : 0);
    });
  }

  it('is refused below ten thousand million guesses', async () => {
    for (const [log10, faults] of [
      [0, easy],
      [9.999, easy],
      [10, []],
      [30, []],
    ] as const) {
      expect((await judged('x'.repeat(20), { log10 })).faults, String(log10)).to.deep.equal(faults);
    }
  });

  it('is looked at as it is hashed, up to its 40th character', async () => {
    const table: [string, string][] = [
      ['x'.repeat(40), 'x'.repeat(40)],
      [`${'x'.repeat(40)}y`, 'x'.repeat(40)],
      ['😀'.repeat(70), '😀'.repeat(40)],
      ['Ａ'.repeat(15), 'A'.repeat(15)],
      ['e\u0301'.repeat(100), '\u00e9'.repeat(40)],
    ];
    for (const [password, looked] of table) expect((await judged(password)).asked).to.deep.equal([[looked, []]]);
  });

  it('is refused where half of it or more stands at the ends of the one before, whatever the case', async () => {
    const before = 'Summer-of-2025-x';
    const table: [string, string, boolean][] = [
      ['the same', before, true],
      ['in capitals', before.toUpperCase(), true],
      ['with a character more', `${before}!`, true],
      ['with a character in front', `!${before}`, true],
      ['with another number', 'Summer-of-2026-x', true],
      ['half of it at the front', 'summer-oQWERTYUI', true],
      ['half of it at the back', 'QWERTYUIF-2025-X', true],
      ['half of it at both ends', 'summQWERTYUI25-x', true],
      ['less than half', 'summQWERTYUIO5-x', false],
      ['all of it in the middle', `QWERTYUIO${before}QWERTYUIO`, false],
      ['all of it, in as much again', `${before}QWERTYUIOPASDFGH`, true],
      ['all of it, in more', `${before}QWERTYUIOPASDFGHJ`, false],
    ];
    for (const [what, password, isAlike] of table) {
      const { faults, asked } = await judged(password, { before });
      expect(faults, what).to.deep.equal(isAlike ? alike : []);
      expect(asked, what).to.have.length(isAlike ? 0 : 1);
    }
  });

  it('is compared as it is hashed, and no character of the one before counts twice', async () => {
    expect((await judged('Ａcafé of ten words', { before: 'Acafe\u0301 of ten words' })).faults).to.deep.equal(alike);
    expect((await judged('a'.repeat(16), { before: 'a'.repeat(7) })).faults).to.deep.equal([]);
    expect((await judged('a'.repeat(16), { before: 'a'.repeat(8) })).faults).to.deep.equal(alike);
  });

  it('is judged where what is known is far too long, of which no more than its beginning is looked at', async () => {
    const marks = '\u0300\u0316'.repeat(50_000);
    const { faults, asked } = await judged('x'.repeat(20), { before: marks, about: [marks, `ann ${marks}`] });
    expect(faults).to.deep.equal([]);
    const [[, about]] = asked as [[string, string[]]];
    expect(about.map((text) => text.length)).to.deep.equal([40, 40, 3]);
  });

  it('is held against all that is known, whole and in words, but for words of one or two letters', async () => {
    const about = ['Ann.Lee@mail.example.co', 'Acme & Söhne AG 2026', '', 'ab', 'abc'];
    const { asked } = await judged('x'.repeat(20), { about });
    const words = [
      ...['Ann.Lee@mail.example.co', 'Ann', 'Lee', 'mail', 'example'],
      ...['Acme & Söhne AG 2026', 'Acme', 'Söhne', '2026'],
      ...['abc', 'abc'],
    ];
    expect(asked).to.deep.equal([['x'.repeat(20), words]]);
  });
});

describe('normalizePassword', () => {
  it('makes one password of all ways to type it', () => {
    const table = [
      ['e\u0301', '\u00e9'],
      ['ﬃ', 'ffi'],
      ['Ａ１', 'A1'],
      ['½', '1⁄2'],
      [' A b ', ' A b '],
    ] as const;
    for (const [typed, password] of table) expect(normalizePassword(typed)).to.equal(password);
  });

  it('cuts off what is longer than 1024 code units', () => {
    expect(normalizePassword('x'.repeat(1024))).to.equal('x'.repeat(1024));
    expect(normalizePassword(`${'x'.repeat(1024)}y`)).to.equal('x'.repeat(1024));
    expect(normalizePassword('\u0300\u0316'.repeat(50_000))).to.have.length(1024);
  });
});

describe('proposePassword', () => {
  it('gives 20 characters of all classes', () => {
    const generator = new Generator(new SystemRandomness());
    const proposals = Array.from({ length: 100 }, () => proposePassword(generator));
    for (const password of proposals) {
      expect(password).to.match(/^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])(?=.*[!@#$%^&*])[A-Za-z0-9!@#$%^&*]{20}$/);
    }
    expect(new Set(proposals).size).to.equal(100);
  });
});
