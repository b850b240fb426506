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

  it('writes a use once a minute, however old what is known of the key, and however long a write takes', async () => {
    const { clock, store, uses } = recording();
    const key = keyOf({ id: 'one' });
    let finish = () => {};
    store.recordUses.onFirstCall().returns(
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
    );
    uses.note(key);
    const writes = [uses.flush()];
    await Promise.resolve();
    clock.advance(1000);
    uses.note(key);
    writes.push(uses.flush());
    finish();
    await Promise.all(writes);
    clock.advance(57_999);
    uses.note(key);
    await uses.flush();
    expect(store.recordUses.callCount).to.equal(1);
    clock.advance(1001);
    await uses.flush();
    uses.note(key);
    await uses.flush();
    expect(store.recordUses.args[1]?.[0].get('one')).to.equal(clock.nowMs());
  });

  it('says once that it can’t write, and again only when it could meanwhile', async () => {
    const { store, logger, uses } = recording();
    uses.note(keyOf({ id: 'one' }));
    store.recordUses.rejects(new Error('away'));
    for (let time = 0; time < 3; time += 1) await uses.flush();
    expect(logger.warn.callCount).to.equal(1);
    store.recordUses.resolves();
    await uses.flush();
    uses.note(keyOf({ id: 'two' }));
    store.recordUses.rejects(new Error('away'));
    await uses.flush();
    expect(logger.warn.callCount).to.equal(2);
  });
});
