import { expect } from 'chai';
import { stub } from 'sinon';
import { RecordUses } from '../../src/application/record-uses.ts';
import { keyOf } from '../support/builders.ts';
import { SettableClock } from '../support/settable-clock.ts';

function recording() {
  const clock = new SettableClock();
  const store = { recordUses: stub().resolves() };
  const logger = { warn: stub() };
  return { clock, store, logger, uses: new RecordUses(store as never, clock, logger as never) };
}

describe('RecordUses', () => {
  it('writes the last use of each key that was noted, in one write', async () => {
    const { clock, store, uses } = recording();
    uses.note(keyOf({ id: 'one' }));
    clock.advance(500);
    uses.note(keyOf({ id: 'one' }));
    uses.note(keyOf({ id: 'two' }));
    await uses.flush();
    const expected = { one: clock.nowMs(), two: clock.nowMs() };
    expect(store.recordUses.args.map(([written]) => Object.fromEntries(written))).to.deep.equal([expected]);
    await uses.flush();
    expect(store.recordUses.callCount).to.equal(1);
  });

  it('writes nothing for a key whose kept use is less than a minute old', async () => {
    const { clock, store, uses } = recording();
    uses.note(keyOf({ lastUsedAtMs: clock.nowMs() - 59_999 }));
    await uses.flush();
    expect(store.recordUses.callCount).to.equal(0);
    uses.note(keyOf({ lastUsedAtMs: clock.nowMs() - 60_000 }));
    await uses.flush();
    expect(store.recordUses.callCount).to.equal(1);
  });

  it('keeps what could not be written, and later uses above earlier ones', async () => {
    const { clock, store, logger, uses } = recording();
    const failure = new Error('disk full');
    store.recordUses.onFirstCall().callsFake(async () => {
      clock.advance(1000);
      uses.note(keyOf({ id: 'one' }));
      throw failure;
    });
    uses.note(keyOf({ id: 'one' }));
    uses.note(keyOf({ id: 'two' }));
    await uses.flush();
    expect(logger.warn.args).to.deep.equal([['the last uses of keys could not be written yet', { error: failure }]]);
    await uses.flush();
    const written = Object.fromEntries(store.recordUses.args[1]?.[0]);
    expect(written).to.deep.equal({ one: clock.nowMs(), two: clock.nowMs() - 1000 });
  });
});
