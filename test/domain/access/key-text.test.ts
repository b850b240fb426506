import { crc32 as zlibCrc32 } from 'node:zlib';
import { expect } from 'chai';
import fc from 'fast-check';
import { SystemRandomness } from '../../../src/adapters/system/system-randomness.ts';
import { crc32 } from '../../../src/domain/access/crc32.ts';
import { createKeyId, createKeyText, hintOf, isWellFormedKey, maskKeys } from '../../../src/domain/access/key-text.ts';
import { Generator } from '../../../src/domain/password/generator.ts';
import { ScriptedRandomness } from '../../support/scripted-randomness.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const real = new Generator(new SystemRandomness());

/** The checksum once more, from zlib's CRC-32 and big integers. */
function checksum(body: string): string {
  let rest = BigInt(zlibCrc32(body));
  const digits = Array.from({ length: 6 }, () => {
    const digit = base62.charAt(Number(rest % 62n));
    rest /= 62n;
    return digit;
  });
  return digits.reverse().join('');
}

describe('crc32', () => {
  it('gives the check value of CRC-32/ISO-HDLC', () => {
    expect(crc32('123456789')).to.equal(0xcbf43926);
    expect(crc32('')).to.equal(0);
  });

  it('agrees with zlib', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary-ascii' }), (text) => crc32(text) === zlibCrc32(text)));
  });
});

describe('the text of a key', () => {
  it('is the prefix, 32 characters in the order 0-9A-Za-z, and the checksum over both', () => {
    const indices = Array.from({ length: 32 }, (_, at) => at);
    const body = `pgs_${base62.slice(0, 32)}`;
    const text = createKeyText(new Generator(new ScriptedRandomness(indices)));
    expect(text).to.equal(body + checksum(body));
    expect(text).to.match(/^pgs_[0-9A-Za-z]{38}$/);
  });

  it('takes bytes from 248 on for no character', () => {
    const script = [...Array<number>(8).fill(248), ...Array<number>(32).fill(247)];
    expect(createKeyText(new Generator(new ScriptedRandomness(script)))).to.match(/^pgs_z{32}/);
  });

  it('is well formed as it was made, and in no other way', () => {
    for (let made = 0; made < 200; made += 1) {
      const text = createKeyText(real);
      expect(isWellFormedKey(text)).to.equal(true);
      expect(text.slice(-6)).to.equal(checksum(text.slice(0, -6)));
    }
  });

  it('is not well formed with any one character mistyped', () => {
    const text = createKeyText(real);
    for (let at = 0; at < text.length; at += 1) {
      for (const typed of base62) {
        if (typed === text.charAt(at)) continue;
        expect(isWellFormedKey(text.slice(0, at) + typed + text.slice(at + 1))).to.equal(false);
      }
    }
  });

  it('is not well formed with anything before, behind or missing', () => {
    const text = createKeyText(real);
    const wrong = [
      '',
      'pgs_',
      ` ${text}`,
      `${text} `,
      `${text}\n`,
      text.slice(1),
      text.slice(0, -1),
      `${text}0`,
      text.toUpperCase(),
    ];
    for (const one of wrong) expect(isWellFormedKey(one), JSON.stringify(one)).to.equal(false);
    for (const body of [`x${text.slice(0, -6)}`, `${text.slice(0, -6)}0`, text.slice(0, -7)]) {
      expect(isWellFormedKey(body + checksum(body)), 'with a checksum that is right').to.equal(false);
    }
    expect(isWellFormedKey(`pgs_${'!'.repeat(32)}${checksum(`pgs_${'!'.repeat(32)}`)}`)).to.equal(false);
  });

  it('shows its first and last four characters as a hint', () => {
    expect(hintOf(`pgs_4fQz${'0'.repeat(30)}x81K`)).to.equal('pgs_4fQz…x81K');
  });

  it('has an id of 16 random characters beside it', () => {
    const script = Array.from({ length: 16 }, (_, at) => at + 10);
    expect(createKeyId(new Generator(new ScriptedRandomness(script)))).to.equal('key_ABCDEFGHIJKLMNOP');
  });
});

describe('maskKeys', () => {
  it('leaves nothing of what looks like a key', () => {
    const table = [
      ['nothing here', 'nothing here'],
      ['pgs_0123abcXYZ', 'pgs_***'],
      ['a pgs_0123 and pgs_9-8_7, PGS_zz.', 'a pgs_*** and pgs_***, pgs_***.'],
      ['xpgs_0', 'xpgs_***'],
      ['pgs_', 'pgs_'],
    ] as const;
    for (const [text, masked] of table) expect(maskKeys(text)).to.equal(masked);
  });
});
