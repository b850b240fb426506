import { expect } from 'chai';
import { stub } from 'sinon';
import { ForgetOldRecords } from '../../src/application/forget-old-records.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { SettableClock } from '../support/settable-clock.ts';
import { unreachable } from '../support/unreliable.ts';

const DAY_MS = 86_400_000;

function forgetting() {
  const clock = new SettableClock();
  const stores = memoryStores();
  const logger = { warn: stub() };
  const parts = { accounts: stores.accountStore, sessions: stores.sessionStore, usage: stores.usageStore };
  const old = new ForgetOldRecords({ ...parts, trail: stores.auditTrail, clock, logger: logger as never });
  return { ...stores, nowMs: clock.nowMs(), logger, old };
}

describe('ForgetOldRecords', () => {
  it('removes what is over: invitations now, sessions after a week, events after 400 days', async () => {
    const { accountStore, sessionStore, usageStore, auditTrail, nowMs, logger, old } = forgetting();
    await old.forget();
    expect(accountStore.forgotten).to.deep.equal([nowMs]);
    expect(sessionStore.forgotten).to.deep.equal([nowMs - 7 * DAY_MS]);
    expect(usageStore.forgotten).to.deep.equal([nowMs]);
    expect(auditTrail.forgotten).to.deep.equal([nowMs - 400 * DAY_MS]);
    expect(logger.warn.args).to.deep.equal([]);
  });

  it('says what it could not remove, goes on with the others, and tries again the next time', async () => {
    const { accountStore, sessionStore, usageStore, auditTrail, nowMs, logger, old } = forgetting();
    const error = unreachable();
    const { forgetSessions } = sessionStore;
    sessionStore.forgetSessions = () => Promise.reject(error);
    await old.forget();
    expect(logger.warn.args).to.deep.equal([['old records could not be removed yet', { error }]]);
    expect(usageStore.forgotten).to.deep.equal([nowMs]);
    sessionStore.forgetSessions = forgetSessions;
    await old.forget();
    expect(accountStore.forgotten).to.deep.equal([nowMs, nowMs]);
    expect(sessionStore.forgotten).to.have.length(1);
    expect(auditTrail.forgotten).to.have.length(2);
    expect(logger.warn.callCount).to.equal(1);
  });

  it('says each of them where no store can be reached', async () => {
    const { accountStore, sessionStore, usageStore, auditTrail, logger, old } = forgetting();
    const errors = Array.from({ length: 4 }, unreachable);
    const [invitations, sessions, usage, events] = errors;
    accountStore.forgetInvitations = () => Promise.reject(invitations);
    sessionStore.forgetSessions = () => Promise.reject(sessions);
    usageStore.forgetUsage = () => Promise.reject(usage);
    auditTrail.forgetEvents = () => Promise.reject(events);
    await old.forget();
    const told = errors.map((error) => ['old records could not be removed yet', { error }]);
    expect(logger.warn.args).to.deep.equal(told);
  });
});
