import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { SystemRandomness } from '../../../src/adapters/system/system-randomness.ts';
import { readPrivateBytes } from '../../support/private-field.ts';

const isZero = (byte: number) => byte === 0;
const take = (random: SystemRandomness, count: number) =>
  Buffer.from(Array.from({ length: count }, () => random.byte()));

describe('SystemRandomness', () => {
  it('hands out each byte once, across blocks and turns', async () => {
    const random = new SystemRandomness();
    const seen = new Set<string>();
    for (let turn = 0; turn < 3; turn += 1) {
      // Of 16 bytes: that two such pieces are alike by chance is less likely than 2^-100.
      for (let piece = 0; piece < 2000; piece += 1) seen.add(take(random, 16).toString('hex'));
      await nextTurn();
    }
    expect(seen.size).to.equal(6000);
  });

  it('takes every value of a byte about as often', () => {
    const random = new SystemRandomness();
    const counts = new Uint32Array(256);
    for (let draw = 0; draw < 2_560_000; draw += 1) counts[random.byte()]! += 1;
    // 10,000 of each are expected, with a deviation of 100; eight of them are off by chance once in 10^12 runs.
    for (const [byte, count] of counts.entries()) expect(count, `of ${byte}`).to.be.within(9200, 10_800);
  });

  it('keeps nothing of what it handed out', () => {
    const random = new SystemRandomness();
    take(random, 100);
    const first = readPrivateBytes(random, '#block').subarray(0, 512);
    expect(first.subarray(-100).every(isZero), 'the part that was handed out').to.equal(true);
    expect(first.subarray(0, -100).every(isZero), 'the part that was not').to.equal(false);

    take(random, 500); // 412 are left of the first block of a turn; the next one is larger
    const second = readPrivateBytes(random, '#block');
    expect(second.subarray(-88).every(isZero), 'the part that was handed out').to.equal(true);
    expect(second.subarray(0, -88).every(isZero), 'the part that was not').to.equal(false);
  });

  it('wipes its block after the turn in which it was drawn, and draws anew', async () => {
    const random = new SystemRandomness();
    take(random, 32);
    const before = Buffer.from(readPrivateBytes(random, '#block').subarray(0, 400));
    await nextTurn();
    expect(readPrivateBytes(random, '#block').every(isZero)).to.equal(true);
    take(random, 32);
    const after = readPrivateBytes(random, '#block').subarray(0, 400);
    expect(before.equals(after)).to.equal(false);
    await nextTurn();
    expect(readPrivateBytes(random, '#block').every(isZero)).to.equal(true);
  });
});
