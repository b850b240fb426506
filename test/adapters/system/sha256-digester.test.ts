import { expect } from 'chai';
import { Sha256Digester } from '../../../src/adapters/system/sha256-digester.ts';

describe('Sha256Digester', () => {
  it('gives the digest of FIPS 180-4’s example, in base64url', () => {
    expect(new Sha256Digester().digest('abc')).to.equal('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  });
});
