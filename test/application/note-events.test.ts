import { expect } from 'chai';
import { stub } from 'sinon';
import { NoteEvents } from '../../src/application/note-events.ts';
import { Generator } from '../../src/domain/password/generator.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { ScriptedRandomness } from '../support/scripted-randomness.ts';
import { SettableClock } from '../support/settable-clock.ts';
import { unreachable, unreliable } from '../support/unreliable.ts';

const event = {
  subscriberId: 'acme',
  action: 'key-created',
  subject: 'pgs_abcd…wxyz',
  name: 'ci',
  address: '192.0.2.1',
} as const;

function noting() {
  const clock = new SettableClock();
  const { auditTrail } = memoryStores();
  const trail = unreliable(auditTrail);
  const logger = { error: stub() };
  const generator = new Generator(new ScriptedRandomness(Array.from({ length: 320 }, (_, at) => at % 62)));
  const events = new NoteEvents({ trail: trail.port, generator, clock, logger: logger as never });
  return { clock, auditTrail, trail, logger, events };
}

describe('NoteEvents', () => {
  it('keeps what happened, with an id of its own and the time of day', async () => {
    const { clock, auditTrail, logger, events } = noting();
    await events.note(event);
    expect(auditTrail.events).to.deep.equal([{ id: 'evt_0123456789ABCDEF', atMs: clock.nowMs(), ...event }]);
    expect(logger.error.args).to.deep.equal([]);
  });

  it('logs what can’t be noted, without a name, and throws nothing', async () => {
    const { trail, logger, events } = noting();
    const error = unreachable();
    trail.fault = error;
    await events.note(event);
    expect(trail.calls).to.deep.equal(['append']);
    expect(logger.error.args).to.deep.equal([
      ['an event could not be noted', { subscriberId: 'acme', action: 'key-created', error }],
    ]);
  });

  it('shows a subscriber’s last hundred, the latest first', async () => {
    const { auditTrail, events } = noting();
    for (let atMs = 0; atMs < 102; atMs += 1) {
      auditTrail.events.push({ ...event, id: `evt_${atMs}`, atMs }, { ...event, id: 'x', atMs, subscriberId: 'beta' });
    }
    const shown = await events.latest('acme');
    expect(shown.map(({ atMs }) => atMs)).to.deep.equal(Array.from({ length: 100 }, (_, at) => 101 - at));
    expect(new Set(shown.map(({ subscriberId }) => subscriberId))).to.deep.equal(new Set(['acme']));
  });
});
