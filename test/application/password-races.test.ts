import { expect } from 'chai';
import { AcceptInvitation } from '../../src/application/accept-invitation.ts';
import { ChangePassword } from '../../src/application/change-password.ts';
import { customerDesk, goodPassword, hashOf, origin } from '../support/customer-desk.ts';

const current = 'the one of until now';

/** A desk whose `acme` has a password; each call of newSignIn is another instance of the service. */
async function racing() {
  const desk = customerDesk();
  await desk.open('acme', current);
  const { accountStore, setPassword, digester, clock } = desk;
  const owner = { email: 'acme@example.com', network: 'here', ...origin };
  const ways: Record<string, () => Promise<unknown>> = {
    async 'it is changed'() {
      const account = accountStore.accounts.get('acme')!;
      const changing = new ChangePassword(desk.newSignIn(), setPassword, accountStore);
      return changing.change({ account }, { current, password: goodPassword, ...owner });
    },
    async 'an invitation is accepted'() {
      const { token } = await desk.invite.invite('acme');
      const accepting = new AcceptInvitation({ accounts: accountStore, setPassword, digester, clock });
      return accepting.accept(token, goodPassword, origin);
    },
  };
  const enter = (password: string) => desk.newSignIn().signIn({ ...owner, password });
  return { ...desk, ways, enter };
}

/** Holds up the first call of a method once it is done, until it is let go on. */
function holdUp(object: object, method: string) {
  const real: (...args: unknown[]) => Promise<unknown> = Reflect.get(object, method);
  const [reached, goOn] = [gate(), gate()];
  Reflect.set(object, method, async (...args: unknown[]) => {
    Reflect.set(object, method, real);
    const result = await real.apply(object, args);
    reached.open();
    await goOn.opened;
    return result;
  });
  return { reached: reached.opened, goOn: goOn.open };
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('a sign-in by the old password', () => {
  for (const way of ['it is changed', 'an invitation is accepted']) {
    for (const [port, method] of [
      ['accountStore', 'findAccountByEmail'],
      ['hasher', 'verify'],
      ['sessionStore', 'addSession'],
      ['sessionStore', 'listSessions'],
    ] as const) {
      it(`leaves no session that is recognized where ${way} between ${method} and what follows`, async () => {
        const { ways, enter, keepSessions, accountStore, ...desk } = await racing();
        const held = holdUp(port === 'accountStore' ? accountStore : desk[port], method);
        const old = enter(current);
        await held.reached;
        await ways[way]!();
        expect(accountStore.accounts.get('acme')?.passwordHash).to.equal(hashOf(goodPassword));
        held.goOn();
        const entry = await old;
        if (entry.outcome !== 'entered') throw new Error(entry.outcome);
        expect(await keepSessions.recognize(entry.result)).to.equal(undefined);
        const later = await enter(goodPassword);
        expect(later.outcome === 'entered' && (await keepSessions.recognize(later.result))).to.be.an('object');
      });
    }
  }
});
