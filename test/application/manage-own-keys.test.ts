import { expect } from 'chai';
import { MAX_LIVE_KEYS, ManageOwnKeys } from '../../src/application/manage-own-keys.ts';
import { customerDesk } from '../support/customer-desk.ts';
import { rejectionOf } from '../support/rejection.ts';

const acme = { subscriberId: 'acme', address: '192.0.2.1' };
const beta = { subscriberId: 'beta', address: '192.0.2.2' };
const wish = { name: 'ci', expiresInMs: null };

function managing() {
  const desk = customerDesk();
  return { ...desk, own: new ManageOwnKeys(desk.keys) };
}

describe('ManageOwnKeys', () => {
  it('makes, renames, rotates and revokes a customer’s keys, and notes from where', async () => {
    const { own, auditTrail } = managing();
    const { key } = await own.create(acme, wish);
    expect(key).to.include({ subscriberId: 'acme', name: 'ci' });
    expect(await own.rename(acme, key.id, 'deploy')).to.include({ id: key.id, name: 'deploy', status: 'active' });
    const { key: successor } = await own.rotate(acme, key.id, 0);
    expect(await own.find(acme, key.id)).to.include({ status: 'revoked' });
    expect(await own.revoke(acme, successor.id)).to.include({ name: 'deploy', status: 'revoked' });
    expect(auditTrail.events.map(({ action, address }) => [action, address])).to.deep.equal([
      ['key-created', '192.0.2.1'],
      ['key-renamed', '192.0.2.1'],
      ['key-rotated', '192.0.2.1'],
      ['key-revoked', '192.0.2.1'],
    ]);
  });

  it('takes what is another’s for what is not there, and changes nothing of it', async () => {
    const { own, keyStore, actions } = managing();
    const { key } = await own.create(beta, wish);
    for (const id of [key.id, 'key_x']) {
      const attempts = [
        own.find(acme, id),
        own.rename(acme, id, 'mine'),
        own.rename(acme, id, ''),
        own.rotate(acme, id, 0),
        own.revoke(acme, id),
      ];
      for (const attempt of attempts) {
        const expected = { code: 'NOT_FOUND', message: 'The customer has no such key.' };
        expect(await rejectionOf(attempt), id).to.deep.include(expected);
      }
    }
    expect([...keyStore.keys.values()]).to.deep.equal([key]);
    expect(actions()).to.deep.equal(['key-created']);
    expect(await own.list(acme)).to.deep.equal([]);
  });

  it('lists live ones first, and of each kind the latest first', async () => {
    const { own, clock } = managing();
    const made = new Map<string, string>();
    for (const [name, expiresInMs] of [
      ['first', null],
      ['expired', 1000],
      ['second', null],
      ['revoked', null],
      ['third', 1001],
    ] as const) {
      made.set(name, (await own.create(acme, { name, expiresInMs })).key.id);
    }
    await own.create(beta, wish);
    await own.revoke(acme, made.get('revoked')!);
    clock.advance(1000);
    const listed = await own.list(acme);
    expect(listed.map(({ name, status }) => [name, status])).to.deep.equal([
      ['third', 'active'],
      ['second', 'active'],
      ['first', 'active'],
      ['revoked', 'revoked'],
      ['expired', 'expired'],
    ]);
  });

  it('lets a customer have twenty live ones', async () => {
    const { own, clock } = managing();
    expect(MAX_LIVE_KEYS).to.equal(20);
    const keys = [await own.create(acme, { name: null, expiresInMs: 1000 })];
    while (keys.length < 20) keys.push(await own.create(acme, wish));
    const expected = {
      code: 'TOO_MANY_KEYS',
      message: 'There are 20 live keys, which is the most: revoke one that is not used, then try again.',
    };
    expect(await rejectionOf(own.create(acme, wish))).to.deep.include(expected);
    expect(await rejectionOf(own.rotate(acme, keys[1]!.key.id, 1))).to.deep.include(expected);
    await own.create(beta, wish);
    clock.advance(1000);
    await own.create(acme, wish);
    expect(await rejectionOf(own.create(acme, wish))).to.include({ code: 'TOO_MANY_KEYS' });
  });
});
