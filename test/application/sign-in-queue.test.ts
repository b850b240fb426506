import { expect } from 'chai';
import { customerDesk, goodPassword, origin } from '../support/customer-desk.ts';
import { rejectionOf } from '../support/rejection.ts';
import { unreachable } from '../support/unreliable.ts';

const entered = 'entered';
const blocked = 'blocked for 2000 ms';

/** A desk with the account of `acme`, where many sign in at once. */
async function queueing() {
  const desk = customerDesk();
  await desk.open('acme', goodPassword);
  const pauses: number[] = [];
  const signIn = desk.newSignIn(async (ms) => pauses.push(ms));
  const attempt = async (network: string) => {
    const entry = await signIn.signIn({ email: 'acme@example.com', password: goodPassword, network, ...origin });
    return entry.outcome === 'blocked' ? `blocked for ${entry.availableInMs} ms` : entry.outcome;
  };
  /** What each of so many comes to, the network of each by its place. */
  const atOnce = (count: number, networkOf: (index: number) => string) =>
    Promise.all(Array.from({ length: count }, (_, index) => attempt(networkOf(index))));
  return { ...desk, pauses, attempt, atOnce };
}

const times = (count: number, outcome: string) => Array.from({ length: count }, () => outcome);

describe('the queue of those who sign in', () => {
  it('lets five from one network wait, and tells the others to come again in two seconds', async () => {
    const { atOnce, hasher, pauses } = await queueing();
    const outcomes = await atOnce(30, () => 'here');
    expect(outcomes).to.deep.equal([...times(5, entered), ...times(25, blocked)]);
    expect(hasher.verified).to.have.length(5);
    expect(pauses, 'nor do these wait for anything').to.have.length(5);
    expect(await atOnce(6, () => 'here'), 'the places are free again').to.deep.equal([...times(5, entered), blocked]);
  });

  it('lets a hundred wait in all, five of each network', async () => {
    const { atOnce, attempt, hasher } = await queueing();
    for (const networkOf of [(index: number) => `one of ${index}`, (index: number) => `each of ${index % 50}`]) {
      expect(await atOnce(150, networkOf)).to.deep.equal([...times(100, entered), ...times(50, blocked)]);
    }
    expect(hasher.verified).to.have.length(200);
    expect(await attempt('one more')).to.equal(entered);
  });

  it('leaves room for others where one network has all its places', async () => {
    const { atOnce } = await queueing();
    const outcomes = await atOnce(30, (index) => (index < 20 ? 'crowd' : `other ${index}`));
    expect(outcomes).to.deep.equal([...times(5, entered), ...times(15, blocked), ...times(10, entered)]);
  });

  it('has its places free again after errors', async () => {
    const { atOnce, attempt, accountStore, hasher, sessionStore } = await queueing();
    const away = unreachable();
    const fail = () => Promise.reject(away);
    const failures: [store: object, method: string][] = [
      [accountStore, 'findAccountByEmail'],
      [hasher, 'verify'],
      [sessionStore, 'addSession'],
    ];
    for (const [store, method] of failures) {
      Reflect.set(store, method, fail);
      const reasons = await Promise.all(Array.from({ length: 5 }, () => rejectionOf(attempt('here'))));
      expect(reasons, method).to.deep.equal(Array.from({ length: 5 }, () => away));
      Reflect.deleteProperty(store, method);
      expect(await atOnce(6, () => 'here'), method).to.deep.equal([...times(5, entered), blocked]);
    }
  });
});
