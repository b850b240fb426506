import assert from 'node:assert/strict';
import { customAlphabet } from 'nanoid';
import { SystemRandomness } from '../../src/adapters/system/system-randomness.ts';
import { Generator } from '../../src/domain/password/generator.ts';
import { PasswordPolicy } from '../../src/domain/password/password-policy.ts';
import { type Figure, ratio } from './report.ts';
import { inTurns } from './turns.ts';

const LENGTH = 20;
const ROUNDS = 15;
const CALLS_A_TURN = 400_000;

/** The generator against nanoid's customAlphabet, on the same alphabet: one call a password, in this process. */
export async function compareGenerators(): Promise<Figure[]> {
  const policy = PasswordPolicy.of({ length: LENGTH });
  const generator = new Generator(new SystemRandomness());
  const nanoid = customAlphabet(policy.alphabet.classes.join(''), LENGTH);
  const contenders = {
    generator: () => generator.generate(policy),
    nanoid: () => nanoid(),
  };

  for (const generate of Object.values(contenders)) time(generate);
  const samples = await inTurns(contenders, ROUNDS, async (generate) => time(generate));
  const unit = 'passwords a CPU second';
  return [
    { name: `Generator, length ${LENGTH}, four classes, in process`, unit, samples: samples.generator },
    { name: 'nanoid customAlphabet, the same', unit, samples: samples.nanoid },
    ratio('Generator : nanoid', samples.generator, samples.nanoid, 1),
  ];
}

function time(generate: () => string): number {
  const before = process.cpuUsage();
  let characters = 0;
  for (let call = 0; call < CALLS_A_TURN; call += 1) characters += generate().length;
  const { user, system } = process.cpuUsage(before);
  assert.equal(characters, CALLS_A_TURN * LENGTH);
  return CALLS_A_TURN / ((user + system) / 1e6);
}
