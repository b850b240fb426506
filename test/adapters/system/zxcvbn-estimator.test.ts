import { expect } from 'chai';
import { SystemRandomness } from '../../../src/adapters/system/system-randomness.ts';
import { ZxcvbnEstimator } from '../../../src/adapters/system/zxcvbn-estimator.ts';
import { judgePassword, proposePassword } from '../../../src/domain/account/password-rules.ts';
import { Generator } from '../../../src/domain/password/generator.ts';

const estimator = new ZxcvbnEstimator();
const about = ['password generation service', 'margarete@example.com', 'acme-industries', 'Söhne & Töchter AG'];
const easy = [
  'passwordpassword',
  'Passw0rdPassw0rd',
  '123456789012345',
  'qwertyuiopasdfghjkl',
  'aaaaaaaaaaaaaaaa',
  'ILoveYouForever',
  'letmeinletmeinletmein',
  'monday-tuesday-wednesday',
  'abcdefghijklmnop',
  'abcabcabcabcabcabc',
  'thisismypassword',
  'margarete@example.com',
  'margarete@example.com1',
  'MARGARETE@example.com',
  'acme-industries',
  'acme-industries7',
  'password generation service',
  'Söhne & Töchter AG',
];

describe('ZxcvbnEstimator', () => {
  for (const password of easy) {
    it(`says that “${password}” takes less than ten thousand million guesses`, async () => {
      expect(await judgePassword({ password, before: '', about }, estimator)).to.have.length(1);
      expect(await estimator.guessesLog10(password, about)).to.be.below(10);
    });
  }

  it('knows what is told of a person only for that person', async () => {
    const password = 'margarete@example.com';
    expect(await estimator.guessesLog10(password, [])).to.be.at.least(10);
    expect(await estimator.guessesLog10(password, about)).to.be.below(10);
    expect(await estimator.guessesLog10(password, [])).to.be.at.least(10);
  });

  it('lets several random words through', async () => {
    for (const password of ['correct horse battery staple', 'kiwi-lantern-orbit-mosaic', 'zwölf Boxkämpfer jagen']) {
      expect(await judgePassword({ password, before: '', about }, estimator), password).to.deep.equal([]);
    }
  });

  it('lets a hundred proposals through', async () => {
    const generator = new Generator(new SystemRandomness());
    for (let time = 0; time < 100; time += 1) {
      const guesses = await estimator.guessesLog10(proposePassword(generator), about);
      expect(guesses).to.be.at.least(10);
    }
  });
});
