import { expect } from 'chai';
import { AcceptInvitation } from '../../src/application/accept-invitation.ts';
import { createToken } from '../../src/domain/account/secret-token.ts';
import { customerDesk, easyPassword, goodPassword, hashOf, origin } from '../support/customer-desk.ts';

const DAY_MS = 86_400_000;

/** A desk at which `acme` was just invited. */
async function invited() {
  const desk = customerDesk();
  const { accountStore: accounts, setPassword, digester, clock } = desk;
  const account = await desk.open('acme');
  const { token } = await desk.invite.invite('acme');
  const accepting = new AcceptInvitation({ accounts, setPassword, digester, clock });
  return { ...desk, account, token, accepting };
}

describe('AcceptInvitation', () => {
  it('sets the password, lets its owner in, and spends the invitation', async () => {
    const { accepting, token, keepSessions, actions, accountStore, sessionStore } = await invited();
    const set = await accepting.accept(token, goodPassword, origin);
    if (!set || !('token' in set)) throw new Error('It was not accepted.');
    const signedIn = await keepSessions.recognize(set.token);
    expect(signedIn?.account).to.include({ subscriberId: 'acme', passwordHash: hashOf(goodPassword) });
    expect(signedIn?.session).to.include(origin);
    expect(actions()).to.deep.equal(['invited', 'password-set', 'signed-in']);
    expect(accountStore.invitations.size).to.equal(0);

    expect(await accepting.find(token)).to.equal(undefined);
    expect(await accepting.accept(token, `another ${goodPassword}`, origin)).to.equal(undefined);
    expect(accountStore.accounts.get('acme')?.passwordHash).to.equal(hashOf(goodPassword));
    expect(sessionStore.sessions).to.have.length(1);
  });

  it('shows whose password it is about, as often as it is asked', async () => {
    const { accepting, token, account } = await invited();
    for (let time = 0; time < 3; time += 1) expect(await accepting.find(token)).to.deep.equal(account);
  });

  it('has ended where the account has another address by then', async () => {
    const { accepting, token, accountStore } = await invited();
    await accountStore.setEmail('acme', 'other@example.com');
    expect(await accepting.find(token)).to.equal(undefined);
    expect(await accepting.accept(token, goodPassword, origin)).to.equal(undefined);
  });

  it('is too late a day after it was made', async () => {
    const { accepting, token, account, clock, accountStore } = await invited();
    clock.advance(DAY_MS - 1);
    expect(await accepting.find(token)).to.deep.equal(account);
    clock.advance(1);
    expect(await accepting.find(token)).to.equal(undefined);
    expect(await accepting.accept(token, goodPassword, origin)).to.equal(undefined);
    expect(accountStore.accounts.get('acme')?.passwordHash).to.equal(null);
  });

  it('knows no other token, and looks none up that can’t be one', async () => {
    const { accepting, token, generator, accountStore } = await invited();
    const looked: string[] = [];
    accountStore.findInvitation = async (digest) => {
      looked.push(digest);
      return undefined;
    };
    for (const text of ['', token.slice(1), `${token}x`, createToken(generator)]) {
      expect(await accepting.find(text)).to.equal(undefined);
      expect(await accepting.accept(text, goodPassword, origin)).to.equal(undefined);
    }
    expect(looked).to.have.length(2);
  });

  it('is too late where it ends, or the account gets another address, while the password is hashed', async () => {
    const meanwhile: Record<string, (desk: Awaited<ReturnType<typeof invited>>) => unknown> = {
      'it ends': ({ clock }) => clock.advance(DAY_MS),
      'the account gets another address': ({ accountStore }) => accountStore.setEmail('acme', 'other@example.com'),
      'another one is made': ({ invite }) => invite.invite('acme'),
    };
    for (const [what, happens] of Object.entries(meanwhile)) {
      const desk = await invited();
      desk.hasher.hash = async (password) => {
        await happens(desk);
        return hashOf(password);
      };
      expect(await desk.accepting.accept(desk.token, goodPassword, origin), what).to.equal(undefined);
      expect(desk.accountStore.accounts.get('acme')?.passwordHash, what).to.equal(null);
      expect(desk.sessionStore.sessions, what).to.deep.equal([]);
      expect(desk.actions(), what).not.to.include('password-set');
    }
  });

  it('spends nothing for a password with faults', async () => {
    const { accepting, token, hasher, sessionStore } = await invited();
    for (const password of ['short', easyPassword]) {
      const refused = await accepting.accept(token, password, origin);
      expect(refused).to.have.property('faults').with.length(1);
    }
    expect(hasher.hashed).to.deep.equal([]);
    expect(sessionStore.sessions).to.deep.equal([]);
    expect(await accepting.accept(token, goodPassword, origin)).to.have.property('token');
  });

  it('lets one of two in who come at once', async () => {
    const { accepting, token, accountStore, sessionStore } = await invited();
    const passwords = [`${goodPassword} one`, `${goodPassword} two`];
    const sets = await Promise.all(passwords.map((password) => accepting.accept(token, password, origin)));
    const winner = sets.findIndex((set) => set !== undefined);
    expect(sets.filter((set) => set !== undefined)).to.have.length(1);
    expect(accountStore.accounts.get('acme')?.passwordHash).to.equal(hashOf(passwords[winner]!));
    expect(sessionStore.sessions).to.have.length(1);
  });
});
