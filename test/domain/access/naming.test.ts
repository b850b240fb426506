import { expect } from 'chai';
import { requireName, requireSubscriberId } from '../../../src/domain/access/naming.ts';

/** 38 characters behind the prefix are a key, whatever its checksum. */
const key = `pgs_${'4fQz'.repeat(9)}x8`;

describe('a name', () => {
  it('is any text of 1 to 100 characters, or none', () => {
    for (const name of [null, 'x', 'Acme & Söhne — “Ω”', ' padded ', 'x'.repeat(100)]) {
      expect(requireName(name)).to.equal(name);
    }
  });

  it('is not empty, longer, or able to break a line', () => {
    const message = 'A name is 1 to 100 characters, none of them a control character.';
    for (const name of ['', '   ', 'x'.repeat(101), 'two\nlines', 'a\u001b[2J', '\u0085']) {
      expect(() => requireName(name), JSON.stringify(name))
        .to.throw()
        .that.includes({ code: 'INVALID_ARGUMENT', message });
    }
  });

  it('holds no whole key, and may well tell of one', () => {
    const message = 'A name must not hold an API key: it is shown to whoever sees the list.';
    for (const name of [key, `old: ${key}`, `${key} (ci)`, `${key}and more`]) {
      expect(() => requireName(name), name)
        .to.throw()
        .that.includes({ code: 'INVALID_ARGUMENT', message });
    }
    for (const name of ['pgs_prod', 'pgs_4fQz…x8', key.slice(0, -1), key.replace('pgs_', 'pgs-')]) {
      expect(requireName(name)).to.equal(name);
    }
  });
});

describe('the id of a subscriber', () => {
  it('is 1 to 64 letters, digits, dots, dashes and underscores', () => {
    for (const id of ['a', '7', 'Acme', 'a.b-c_d', `x${'9'.repeat(63)}`]) expect(requireSubscriberId(id)).to.equal(id);
  });

  it('is nothing else', () => {
    const message =
      'A subscriber id is 1 to 64 letters, digits, dots, dashes or underscores, and begins with a letter or digit.';
    for (const id of ['', '.a', '-a', '_a', 'a b', 'a/b', 'a{b}', 'ä', 'a\n', ' a', `x${'9'.repeat(64)}`]) {
      expect(() => requireSubscriberId(id), JSON.stringify(id))
        .to.throw()
        .that.includes({ code: 'INVALID_ARGUMENT', message });
    }
  });
});
