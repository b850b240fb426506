import { expect } from 'chai';
import { Argon2Hasher } from '../../../src/adapters/system/argon2-hasher.ts';
import { rejectionOf } from '../../support/rejection.ts';

const hasher = new Argon2Hasher();
const password = 'four words of some wood';

describe('Argon2Hasher', () => {
  it('gives a PHC string of Argon2id with 19 MiB, two passes and one lane, and a salt of 16 bytes', async () => {
    const hash = await hasher.hash(password);
    expect(hash).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  });

  it('salts each hash anew', async () => {
    const hashes = await Promise.all([hasher.hash(password), hasher.hash(password)]);
    expect(new Set(hashes).size).to.equal(2);
    for (const hash of hashes) expect(await hasher.verify(hash, password)).to.equal(true);
  });

  it('verifies the very same password alone, of any length and script', async () => {
    for (const right of [password, '', '😀'.repeat(256), 'a\u0000b']) {
      const hash = await hasher.hash(right);
      expect(await hasher.verify(hash, right), right).to.equal(true);
      for (const wrong of [`${right} `, right.slice(0, -1), right.toUpperCase()].filter((text) => text !== right)) {
        expect(await hasher.verify(hash, wrong), wrong).to.equal(false);
      }
    }
  });

  it('verifies what other figures were used for', async () => {
    // m=8,t=1,p=1, of the same library.
    const { hash } = await import('@node-rs/argon2');
    const older = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    expect(await hasher.verify(older, password)).to.equal(true);
    expect(await hasher.verify(older, 'another')).to.equal(false);
  });

  it('takes no text for a hash that is none', async () => {
    for (const text of ['', 'four words', '$argon2id$v=19$m=19456,t=2,p=1$']) {
      expect(await rejectionOf(hasher.verify(text, password)), text).to.be.an('error');
    }
  });
});
