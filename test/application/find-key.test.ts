import { expect } from 'chai';
import { stub } from 'sinon';
import { FindKey, FRESH_FOR_MS } from '../../src/application/find-key.ts';
import { KnownKeys } from '../../src/domain/access/known-keys.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import type { Credential } from '../../src/domain/ports.ts';
import { keyOf, subscriberOf } from '../support/builders.ts';
import { SettableClock } from '../support/settable-clock.ts';

const away = new ServiceError('STORE_UNAVAILABLE', 'away');
const credentialOf = (digest: string): Credential => ({ key: keyOf({ digest }), subscriber: subscriberOf() });

function finding(freshForMs = FRESH_FOR_MS.shared) {
  const clock = new SettableClock();
  const knownKeys = new KnownKeys(clock, new Map());
  const findCredential = stub().callsFake(async (digest: string) => credentialOf(digest));
  const findKey = new FindKey({ store: { findCredential } as never, knownKeys, clock, freshForMs });
  const find = (digest = 'one') => findKey.find(digest, knownKeys.recall(digest));
  return { clock, knownKeys, findCredential, findKey, find };
}

/** An answer of the store that comes when the test says so. */
function pending() {
  let answer = (_credential: Credential | undefined) => {};
  const answered = new Promise<Credential | undefined>((resolve) => {
    answer = resolve;
  });
  return { answered, answer };
}

describe('FindKey', () => {
  it('asks an embedded store each time', async () => {
    const { findCredential, find, findKey } = finding(FRESH_FOR_MS.embedded);
    for (let time = 0; time < 3; time += 1) expect(await find()).to.deep.equal(credentialOf('one'));
    await findKey.renew();
    expect(findCredential.callCount).to.equal(3);
  });

  it('asks a shared store once, and again from 4.75 seconds on', async () => {
    const { clock, findCredential, find } = finding();
    await find();
    clock.advance(4749);
    expect(await find()).to.deep.equal(credentialOf('one'));
    expect(findCredential.callCount).to.equal(1);
    clock.advance(1);
    await find();
    expect(findCredential.callCount).to.equal(2);
  });

  it('renews what is in use from its third second on, so that nobody waits for it', async () => {
    const { clock, findCredential, findKey, find } = finding();
    await find('busy');
    await find('idle');
    clock.advance(2999);
    await find('busy');
    await findKey.renew();
    expect(findCredential.callCount).to.equal(2);
    clock.advance(1);
    await find('busy');
    await findKey.renew();
    await findKey.renew();
    expect(findCredential.args.slice(2)).to.deep.equal([['busy']]);
    clock.advance(4749);
    await find('busy');
    expect(findCredential.callCount).to.equal(3);
  });

  it('counts the age of an answer from the question', async () => {
    const { clock, findCredential, find } = finding();
    const { answered, answer } = pending();
    findCredential.onFirstCall().returns(answered);
    const found = find();
    clock.advance(1000);
    answer(credentialOf('one'));
    await found;
    clock.advance(3750);
    await find();
    expect(findCredential.callCount).to.equal(2);
  });

  it('asks once for all who want the same key at the same time', async () => {
    const { clock, findCredential, find } = finding();
    const { answered, answer } = pending();
    findCredential.withArgs('one').onFirstCall().returns(answered);
    const finds = [find(), find(), find(), find('two')];
    answer(credentialOf('one'));
    const found = await Promise.all(finds);
    expect(found.map((credential) => credential?.key.digest)).to.deep.equal(['one', 'one', 'one', 'two']);
    expect(findCredential.callCount).to.equal(2);
    clock.advance(5000);
    await find();
    expect(findCredential.callCount).to.equal(3);
  });

  it('finds a change when it asks anew, and a key that is gone no more', async () => {
    const { clock, knownKeys, findCredential, find } = finding();
    await find();
    const suspended = { ...credentialOf('one'), subscriber: subscriberOf({ status: 'suspended' }) };
    findCredential.resetBehavior();
    findCredential.resolves(suspended);
    clock.advance(4750);
    expect(await find()).to.equal(suspended);
    findCredential.resolves(undefined);
    clock.advance(4750);
    expect(await find()).to.equal(undefined);
    expect(knownKeys.recall('one')).to.equal(undefined);
  });

  it('asks each time for a key that the store does not know', async () => {
    const { findCredential, find } = finding();
    findCredential.resetBehavior();
    findCredential.resolves(undefined);
    expect(await find()).to.equal(undefined);
    findCredential.resolves(credentialOf('one'));
    expect(await find()).to.deep.equal(credentialOf('one'));
  });

  it('goes on with what is known while the store is away, and renews nothing from that', async () => {
    const { clock, knownKeys, findCredential, findKey, find } = finding();
    await find();
    const verification = knownKeys.recall('one');
    findCredential.resetBehavior();
    findCredential.rejects(away);
    clock.advance(4000);
    await find();
    await findKey.renew();
    clock.advance(1000);
    expect(await find()).to.deep.equal(credentialOf('one'));
    expect(knownKeys.recall('one')).to.equal(verification);
    expect(await find('two').catch((error: unknown) => error)).to.equal(away);
  });
});
