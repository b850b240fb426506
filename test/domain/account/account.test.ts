import { expect } from 'chai';
import { normalizeEmail, requireEmail } from '../../../src/domain/account/account.ts';

describe('an e-mail address', () => {
  const right: [string, string][] = [
    ['ann@example.com', 'ann@example.com'],
    ['local@localhost', 'local@localhost'],
    ['a@b', 'a@b'],
    ["o'hara+keys@mail.example.co.uk", "o'hara+keys@mail.example.co.uk"],
    ['  Ann@Example.COM\n', 'ann@example.com'],
    ['JOSE\u0301@example.com', 'jos\u00e9@example.com'],
    ['jos\u00c9@EXAMPLE.com', 'jos\u00e9@example.com'],
    ['J\u030c@example.com', '\u01f0@example.com'],
    ['用户@例子.公司', '用户@例子.公司'],
    [`${'a'.repeat(64)}@${'b'.repeat(189)}`, `${'a'.repeat(64)}@${'b'.repeat(189)}`],
  ];
  it('is taken in lower case, in one form of Unicode, and without what stands around it', () => {
    for (const [typed, email] of right) expect(requireEmail(typed), JSON.stringify(typed)).to.equal(email);
  });

  it('comes to the same when it is taken again, and for both cases of a letter', () => {
    for (const [typed, email] of right) {
      expect(normalizeEmail(email), email).to.equal(email);
      expect(normalizeEmail(typed.toUpperCase()), typed).to.equal(email);
    }
  });

  it('is none beyond 512 code units, and nothing of such a text is looked at', () => {
    const table: [string, string][] = [
      ['A'.repeat(512), 'a'.repeat(512)],
      ['A'.repeat(513), ''],
      [`${' '.repeat(500)}ann@example.com`, ''],
      [`${' '.repeat(497)}ann@example.com`, 'ann@example.com'],
      ['\u0300\u0316'.repeat(50_000), ''],
    ];
    for (const [typed, email] of table) expect(normalizeEmail(typed), String(typed.length)).to.equal(email);
  });

  const wrong = [
    '',
    '   ',
    'ann',
    '@example.com',
    'ann@',
    'ann@@example.com',
    'ann@b@example.com',
    'ann b@example.com',
    'ann@example .com',
    'ann@exam\tple.com',
    'ann@example.com\nbcc: x@example.com',
    'a\u0000@example.com',
    'a\u001b[2J@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(190)}`,
    `ann@example.com${' '.repeat(500)}`,
    '\u0300\u0316'.repeat(50_000),
  ];
  for (const text of wrong) {
    it(`is not ${JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)}`, () => {
      expect(() => requireEmail(text))
        .to.throw()
        .that.includes({
          code: 'INVALID_ARGUMENT',
          message: 'An e-mail address is of the form name@example.com.',
        });
    });
  }
});
