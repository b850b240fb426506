import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import generatePassword from 'generate-password';
import { customAlphabet } from 'nanoid';
import { SystemRandomness } from '../../src/adapters/system/system-randomness.ts';
import { Generator } from '../../src/domain/password/generator.ts';
import { PasswordPolicy } from '../../src/domain/password/password-policy.ts';
import { single } from './answers.ts';
import { type Figure, ratio } from './report.ts';
import { inTurns } from './turns.ts';

const LENGTH = 20;
const ROUNDS = 15;
const PASSWORDS_A_TURN = 400_000;

interface Comparison {
  readonly figures: readonly Figure[];
  /** What nanoid alone makes, of the length that the servers are asked for, in passwords a CPU second. */
  readonly nanoid: readonly number[];
}

/** The generator against what else a program would call, on the same alphabet: one call a password, in this process. */
export async function compareGenerators(): Promise<Comparison> {
  const policy = PasswordPolicy.of({ length: LENGTH });
  const generator = new Generator(new SystemRandomness());
  const symbols = policy.alphabet.classes.join('');
  const options = { length: LENGTH, numbers: true, symbols: '!@#$%^&*', strict: true };
  const contenders = {
    generator: task(() => generator.generate(policy)),
    nanoid: task(customAlphabet(symbols, LENGTH)),
    shortNanoid: task(customAlphabet(symbols, single.body.length), { length: single.body.length }),
    randomInt: task(() => drawEach(symbols), { share: 0.1 }),
    strict: task(() => generatePassword.generate(options), { share: 0.1 }),
  };

  for (const contender of Object.values(contenders)) time(contender);
  const samples = await inTurns(contenders, ROUNDS, async (contender) => time(contender));
  const unit = 'passwords a CPU second';
  const figures = [
    { name: `Generator, length ${LENGTH}, four classes, in process`, unit, samples: samples.generator },
    { name: 'nanoid customAlphabet, no class guaranteed', unit, samples: samples.nanoid },
    { name: 'generate-password, strict', unit, samples: samples.strict },
    { name: 'a loop of crypto.randomInt, no class guaranteed', unit, samples: samples.randomInt },
    ratio('Generator : nanoid', samples.generator, samples.nanoid, 1.3),
    ratio('Generator : generate-password, strict', samples.generator, samples.strict, 5),
    ratio('Generator : a loop of crypto.randomInt', samples.generator, samples.randomInt),
  ];
  return { figures, nanoid: samples.shortNanoid };
}

interface Task {
  readonly generate: () => string;
  readonly length: number;
  readonly calls: number;
}

/** @param share of the calls, where so many would take too long */
function task(generate: () => string, { length = LENGTH, share = 1 } = {}): Task {
  return { generate, length, calls: PASSWORDS_A_TURN * share };
}

function time({ generate, length, calls }: Task): number {
  const before = process.cpuUsage();
  let characters = 0;
  for (let call = 0; call < calls; call += 1) characters += generate().length;
  const { user, system } = process.cpuUsage(before);
  assert.equal(characters, calls * length);
  return calls / ((user + system) / 1e6);
}

function drawEach(symbols: string): string {
  let password = '';
  while (password.length < LENGTH) password += symbols[randomInt(symbols.length)];
  return password;
}
