import { expect } from 'chai';
import { MemoryRateLimiter } from '../../src/adapters/memory/memory-rate-limiter.ts';
import { silentMeter } from '../../src/adapters/metrics/silent-meter.ts';
import { AdmitToTry } from '../../src/application/admit-to-try.ts';
import { ChargeQuota } from '../../src/application/charge-quota.ts';
import { UsageCounter } from '../../src/domain/account/usage-counter.ts';
import { plans, subscriberOf } from '../support/builders.ts';
import { rejectionOf } from '../support/rejection.ts';
import { SettableClock } from '../support/settable-clock.ts';
import { unreachable, unreliable } from '../support/unreliable.ts';

function admitting() {
  const clock = new SettableClock();
  const limiter = unreliable(new MemoryRateLimiter({ window: 'sliding', clock }));
  const usage = new UsageCounter();
  const chargeQuota = new ChargeQuota(limiter.port, silentMeter, usage);
  const twice = new Map([...plans, ['twice', { id: 'twice', apiAccess: true, requestsPerMinute: 2 }]]);
  return { clock, limiter, usage, admitToTry: new AdmitToTry(twice, chargeQuota) };
}

describe('AdmitToTry', () => {
  it('admits within the quota of the plan, and tells when it is used up for how long', async () => {
    const { clock, usage, admitToTry } = admitting();
    const subscriber = subscriberOf({ plan: 'twice' });
    for (let time = 0; time < 2; time += 1) {
      await admitToTry.admit(subscriber);
      clock.advance(500);
    }
    const refusal = { code: 'RATE_LIMIT_EXCEEDED', retryAfterSeconds: 59 };
    expect(await rejectionOf(admitToTry.admit(subscriber))).to.include(refusal);
    clock.advance(58_999);
    expect(await rejectionOf(admitToTry.admit(subscriber))).to.include({ ...refusal, retryAfterSeconds: 1 });
    clock.advance(1);
    await admitToTry.admit(subscriber);
    expect(usage.pendingOf('acme')).to.deep.equal({ requests: 3, passwords: 0, refusals: 2 });
  });

  it('admits nobody who could not call with a key, and charges them nothing', async () => {
    const { limiter, usage, admitToTry } = admitting();
    const table = [
      [{ plan: 'free' }, 'PLAN_WITHOUT_API_ACCESS'],
      [{ plan: 'withdrawn' }, 'PLAN_WITHOUT_API_ACCESS'],
      [{ plan: 'free', status: 'suspended' }, 'PLAN_WITHOUT_API_ACCESS'],
      [{ status: 'suspended' }, 'SUBSCRIPTION_INACTIVE'],
    ] as const;
    for (const [facts, code] of table) {
      expect(await rejectionOf(admitToTry.admit(subscriberOf(facts))), code).to.include({ code });
    }
    expect(limiter.calls).to.deep.equal([]);
    expect([...usage.take()]).to.deep.equal([]);
  });

  it('fails where the quota can’t be asked', async () => {
    const { limiter, usage, admitToTry } = admitting();
    limiter.fault = unreachable();
    expect(await rejectionOf(admitToTry.admit(subscriberOf()))).to.equal(limiter.fault);
    expect([...usage.take()]).to.deep.equal([]);
  });
});
