import { expect } from 'chai';
import { silentMeter } from '../../src/adapters/metrics/silent-meter.ts';
import { IssuePasswords } from '../../src/application/issue-passwords.ts';
import { UsageCounter } from '../../src/domain/account/usage-counter.ts';
import { Generator } from '../../src/domain/password/generator.ts';
import { StrengthEvaluator } from '../../src/domain/password/strength-evaluator.ts';
import type { Meter } from '../../src/domain/ports.ts';
import { ScriptedRandomness } from '../support/scripted-randomness.ts';
import { SettableClock } from '../support/settable-clock.ts';

const digitsAlone = { length: 8, includeUppercase: false, includeLowercase: false, includeSymbols: false };

const up = [1, 2, 3, 4, 5, 6, 7, 8];
const down = [8, 7, 6, 5, 4, 3, 2, 1];

function issuing(script: readonly number[], meter: Meter = silentMeter, usage = new UsageCounter()): IssuePasswords {
  return new IssuePasswords({
    generator: new Generator(new ScriptedRandomness(script)),
    evaluator: new StrengthEvaluator(),
    clock: new SettableClock(),
    meter,
    usage,
  });
}

const facts = { strength: 'weak', length: 8, generatedAtMs: new SettableClock().nowMs(), entropyBits: 26.57 };

describe('IssuePasswords', () => {
  it('issues one password with what is true of it', () => {
    expect(issuing(up).one('acme', digitsAlone)).to.deep.equal({ passwords: ['12345678'], ...facts });
  });

  it('issues as many as were asked for, each drawn by itself', () => {
    const issued = issuing([...up, ...down, ...up]).many('acme', { ...digitsAlone, count: 3 });
    expect(issued).to.deep.equal({ passwords: ['12345678', '87654321', '12345678'], ...facts });
  });

  it('counts what it issues, and nothing that it refuses', () => {
    const counted: number[] = [];
    const usage = new UsageCounter();
    const meter = { ...silentMeter, passwordsIssued: (count: number) => counted.push(count) };
    issuing(up, meter, usage).one('acme', digitsAlone);
    issuing([...up, ...down], meter, usage).many('acme', { ...digitsAlone, count: 2 });
    expect(() => issuing(up, meter, usage).one('acme', { ...digitsAlone, includeNumbers: false })).to.throw();
    expect(counted).to.deep.equal([1, 2]);
    expect(usage.take()).to.deep.equal(new Map([['acme', { requests: 0, passwords: 3, refusals: 0 }]]));
    expect(usage.take()).to.deep.equal(new Map());
  });
});
