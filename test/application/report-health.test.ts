import { expect } from 'chai';
import { type Phase, ReportHealth } from '../../src/application/report-health.ts';
import { KnownKeys } from '../../src/domain/access/known-keys.ts';
import { keyOf, subscriberOf } from '../support/builders.ts';
import { SettableClock } from '../support/settable-clock.ts';

function reporting() {
  const up = { keys: true, quota: true };
  const clock = new SettableClock();
  const keys = { isUp: async () => up.keys };
  const quota = { isUp: async () => up.quota };
  const knownKeys = new KnownKeys(clock, new Map());
  return { up, clock, knownKeys, health: new ReportHealth(keys as never, quota as never, knownKeys, clock) };
}

describe('ReportHealth', () => {
  it('is ready with both dependencies, and degraded but serving without the quota’s', async () => {
    const { up, health } = reporting();
    health.phase = 'serving';
    expect(await health.readiness()).to.deep.equal({ status: 'ready', dependencies: { keys: 'up', quota: 'up' } });
    up.quota = false;
    expect(await health.readiness()).to.deep.equal({ status: 'degraded', dependencies: { keys: 'up', quota: 'down' } });
  });

  it('serves without the keys for less than 15 minutes, and is down then', async () => {
    const { up, clock, health } = reporting();
    health.phase = 'serving';
    await health.readiness();
    up.keys = false;
    clock.advance(15 * 60_000 - 1);
    expect(await health.readiness()).to.deep.equal({ status: 'degraded', dependencies: { keys: 'down', quota: 'up' } });
    clock.advance(1);
    expect((await health.readiness()).status).to.equal('down');
    up.keys = true;
    expect((await health.readiness()).status).to.equal('ready');
  });

  it('takes the last key that was verified for a sight of the keys', async () => {
    const { up, clock, knownKeys, health } = reporting();
    health.phase = 'serving';
    up.keys = false;
    const credential = { key: keyOf(), subscriber: subscriberOf() };
    knownKeys.remember('one', { credential, atMs: clock.elapsedMs() });
    clock.advance(15 * 60_000 - 1);
    expect((await health.readiness()).status).to.equal('degraded');
    clock.advance(1);
    expect((await health.readiness()).status).to.equal('down');
  });

  it('is starting as long as it has never seen the keys', async () => {
    const { up, health } = reporting();
    up.keys = false;
    health.phase = 'serving';
    expect((await health.readiness()).status).to.equal('starting');
  });

  for (const phase of ['starting', 'draining'] satisfies Phase[]) {
    it(`says that it is ${phase}, whatever is up`, async () => {
      const { health } = reporting();
      health.phase = phase;
      expect(await health.readiness()).to.deep.equal({ status: phase, dependencies: { keys: 'up', quota: 'up' } });
    });
  }
});
