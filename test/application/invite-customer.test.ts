import { expect } from 'chai';
import { isToken } from '../../src/domain/account/secret-token.ts';
import { customerDesk } from '../support/customer-desk.ts';
import { rejectionOf } from '../support/rejection.ts';

const DAY_MS = 86_400_000;

describe('InviteCustomer', () => {
  it('gives a token for a day, keeps its digest alone, and notes it', async () => {
    const { invite, open, digester, clock, accountStore, auditTrail } = customerDesk();
    await open('acme');
    const { token, ...told } = await invite.invite('acme');
    const expiresAtMs = clock.nowMs() + DAY_MS;
    expect(isToken(token)).to.equal(true);
    expect(told).to.deep.equal({ email: 'acme@example.com', expiresAtMs });
    const digest = digester.digest(token);
    expect([...accountStore.invitations]).to.deep.equal([
      [digest, { digest, subscriberId: 'acme', email: 'acme@example.com', expiresAtMs }],
    ]);
    const [{ id, ...event } = { id: '' }, ...others] = auditTrail.events;
    const nothing = { subject: null, name: null, address: null };
    expect(event).to.deep.equal({ subscriberId: 'acme', atMs: clock.nowMs(), action: 'invited', ...nothing });
    expect(others).to.deep.equal([]);
  });

  it('ends the one before, and nobody else’s', async () => {
    const { invite, open, digester, accountStore } = customerDesk();
    for (const id of ['acme', 'beta']) await open(id);
    const first = await invite.invite('acme');
    const others = await invite.invite('beta');
    const second = await invite.invite('acme');
    expect(await accountStore.findInvitation(digester.digest(first.token))).to.equal(undefined);
    for (const { token } of [others, second]) {
      expect(await accountStore.findInvitation(digester.digest(token))).to.be.an('object');
    }
  });

  it('needs an address to sign in with', async () => {
    const { invite, accountStore, auditTrail } = customerDesk();
    expect(await rejectionOf(invite.invite('acme'))).to.deep.include({
      code: 'INVALID_ARGUMENT',
      message: `There is no such subscriber with an e-mail address: give one by 'subscribers set-email ID ADDRESS'.`,
    });
    expect(accountStore.invitations.size).to.equal(0);
    expect(auditTrail.events).to.deep.equal([]);
  });
});
