import { expect } from 'chai';
import { stub } from 'sinon';
import { RecordUsage } from '../../src/application/record-usage.ts';
import { stepOf } from '../../src/domain/account/usage.ts';
import { UsageCounter } from '../../src/domain/account/usage-counter.ts';
import { SettableClock } from '../support/settable-clock.ts';

const MINUTE_MS = 60_000;

function recording() {
  const clock = new SettableClock();
  const counter = new UsageCounter();
  const store = { addUsage: stub().resolves() };
  const logger = { warn: stub() };
  const recordUsage = new RecordUsage({ counter, store: store as never, clock, logger: logger as never });
  const minute = () => stepOf('hour', clock.nowMs());
  const written = () => store.addUsage.args.map(([counts]) => counts);
  return { clock, counter, store, logger, recordUsage, minute, written };
}

describe('RecordUsage', () => {
  it('writes what was counted, for the minute in which it writes, in one write', async () => {
    const { counter, recordUsage, minute, written } = recording();
    counter.requestDecided('acme', true);
    counter.passwordsIssued('acme', 5);
    counter.requestDecided('beta', false);
    await recordUsage.flush();
    await recordUsage.flush();
    const expected = [
      { subscriberId: 'acme', atMs: minute(), requests: 1, passwords: 5, refusals: 0 },
      { subscriberId: 'beta', atMs: minute(), requests: 0, passwords: 0, refusals: 1 },
    ];
    expect(written()).to.deep.equal([expected]);
  });

  it('keeps what could not be written, adds it up by the minute, and says so once', async () => {
    const { clock, counter, store, logger, recordUsage, minute, written } = recording();
    const error = new Error('disk full');
    store.addUsage.rejects(error);
    for (let time = 0; time < 3; time += 1) {
      counter.requestDecided('acme', true);
      await recordUsage.flush();
    }
    const first = { subscriberId: 'acme', atMs: minute(), requests: 3, passwords: 0, refusals: 0 };
    clock.advance(MINUTE_MS);
    counter.passwordsIssued('acme', 8);
    await recordUsage.flush();
    const second = { subscriberId: 'acme', atMs: minute(), requests: 0, passwords: 8, refusals: 0 };
    expect(written().at(-1)).to.deep.equal([first, second]);
    expect(logger.warn.args).to.deep.equal([['usage could not be written yet', { error }]]);

    store.addUsage.resolves();
    await recordUsage.flush();
    expect(written().at(-1)).to.deep.equal([first, second]);
    expect(written()).to.have.length(5);
    await recordUsage.flush();
    expect(written(), 'nothing is left').to.have.length(5);
    store.addUsage.rejects(error);
    counter.requestDecided('acme', true);
    await recordUsage.flush();
    expect(logger.warn.callCount, 'it could meanwhile').to.equal(2);
  });

  it('shows what is not written yet, of one subscriber, and each count once', async () => {
    const { clock, counter, store, recordUsage, minute } = recording();
    const none = { requests: 0, passwords: 0, refusals: 0 };
    const counted = () => ({ subscriberId: 'acme', atMs: clock.nowMs() });
    expect(recordUsage.unwrittenOf('acme')).to.deep.equal([{ ...counted(), ...none }]);
    store.addUsage.rejects(new Error('away'));
    counter.requestDecided('acme', true);
    counter.requestDecided('beta', true);
    await recordUsage.flush();
    const kept = { subscriberId: 'acme', atMs: minute(), ...none, requests: 1 };
    clock.advance(MINUTE_MS);
    counter.passwordsIssued('acme', 2);
    expect(recordUsage.unwrittenOf('acme')).to.deep.equal([kept, { ...counted(), ...none, passwords: 2 }]);
    store.addUsage.resolves();
    await recordUsage.flush();
    expect(recordUsage.unwrittenOf('acme')).to.deep.equal([{ ...counted(), ...none }]);
  });

  it('writes one after the other, and loses nothing that is counted meanwhile', async () => {
    const { counter, store, recordUsage, written } = recording();
    let finish = () => {};
    store.addUsage.onFirstCall().returns(
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
    );
    counter.requestDecided('acme', true);
    const writes = [recordUsage.flush()];
    await Promise.resolve();
    counter.requestDecided('acme', true);
    writes.push(recordUsage.flush());
    expect(store.addUsage.callCount).to.equal(1);
    finish();
    await Promise.all(writes);
    expect(written().map(([count]) => count.requests)).to.deep.equal([1, 1]);
  });

  it('writes on where it was broken off', async () => {
    const { counter, store, recordUsage, written } = recording();
    for (let index = 0; index < 500; index += 1) counter.requestDecided(`s${index}`, true);
    store.addUsage.onSecondCall().rejects(new Error('away'));
    await recordUsage.flush();
    expect(recordUsage.unwrittenOf('s199')[0]).to.include({ requests: 0 });
    expect(recordUsage.unwrittenOf('s200')[0]).to.include({ requests: 1 });
    store.addUsage.resetHistory();
    await recordUsage.flush();
    expect(written().map(([count, ...more]) => `${count.subscriberId} and ${more.length}`)).to.deep.equal([
      's200 and 199',
      's400 and 99',
    ]);
  });

  it('keeps a hundred thousand counts at most, and goes on adding to these', async () => {
    const { clock, counter, store, recordUsage, minute, written } = recording();
    store.addUsage.rejects(new Error('away'));
    for (let index = 0; index < 99_999; index += 1) counter.requestDecided(`s${index}`, true);
    await recordUsage.flush();
    for (const id of ['last', 'too many', 's0']) counter.requestDecided(id, true);
    await recordUsage.flush();
    clock.advance(MINUTE_MS);
    counter.requestDecided('s0', true);
    store.addUsage.resetHistory();
    store.addUsage.resolves();
    await recordUsage.flush();
    expect(written().map(({ length }) => length)).to.deep.equal(Array(500).fill(200));
    const counts = written().flat();
    const atMs = minute() - MINUTE_MS;
    expect(counts[0]).to.deep.equal({ subscriberId: 's0', atMs, requests: 2, passwords: 0, refusals: 0 });
    expect(counts.at(-1)).to.deep.equal({ subscriberId: 'last', atMs, requests: 1, passwords: 0, refusals: 0 });
  });
});
