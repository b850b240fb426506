import { expect } from 'chai';
import { isWellFormedKey } from '../../src/domain/access/key-text.ts';
import { customerDesk } from '../support/customer-desk.ts';
import { rejectionOf } from '../support/rejection.ts';

const actor = { address: '192.0.2.1', limits: { maxLive: 2 } };
const wish = { subscriberId: 'acme', name: 'ci', expiresInMs: null };
const tooMany = {
  code: 'TOO_MANY_KEYS',
  message: 'There are 2 live keys, which is the most: revoke one that is not used, then try again.',
};

describe('AdministerKeys', () => {
  it('makes a key that is kept by its digest alone', async () => {
    const { keys, keyStore, digester, clock } = customerDesk();
    const { key, text } = await keys.create({ ...wish, expiresInMs: 5000 });
    expect(isWellFormedKey(text)).to.equal(true);
    expect(key).to.deep.equal({
      id: key.id,
      digest: digester.digest(text),
      hint: `${text.slice(0, 8)}…${text.slice(-4)}`,
      subscriberId: 'acme',
      name: 'ci',
      createdAtMs: clock.nowMs(),
      expiresAtMs: clock.nowMs() + 5000,
      retiresAtMs: null,
      revokedAtMs: null,
      lastUsedAtMs: null,
    });
    expect(key.id).to.match(/^key_[0-9A-Za-z]{16}$/);
    expect([...keyStore.keys.values()]).to.deep.equal([key]);
  });

  it('notes what was done to which key, and from where; the operator has no address', async () => {
    const { keys, auditTrail, clock } = customerDesk();
    const { key } = await keys.create(wish, actor);
    clock.advance(1000);
    await keys.rename(key.id, 'deploy', actor);
    const { key: successor } = await keys.rotate(key.id, { overlapMs: 60_000 });
    await keys.revoke(successor.id);

    const events = auditTrail.events.map(({ id, ...event }) => event);
    const ofOld = { subscriberId: 'acme', subject: key.hint };
    const [createdAtMs, atMs] = [clock.nowMs() - 1000, clock.nowMs()];
    expect(events).to.deep.equal([
      { ...ofOld, atMs: createdAtMs, action: 'key-created', name: 'ci', address: '192.0.2.1' },
      { ...ofOld, atMs, action: 'key-renamed', name: 'deploy', address: '192.0.2.1' },
      { ...ofOld, atMs, action: 'key-rotated', name: 'deploy', address: null },
      { ...ofOld, atMs, action: 'key-revoked', name: 'deploy', address: null, subject: successor.hint },
    ]);
  });

  it('notes a revocation once, and keeps its first time', async () => {
    const { keys, clock, actions } = customerDesk();
    const { key } = await keys.create(wish);
    const revoked = await keys.revoke(key.id, actor);
    expect(revoked).to.deep.include({ status: 'revoked', revokedAtMs: clock.nowMs() });
    clock.advance(1000);
    expect(await keys.revoke(key.id, actor)).to.deep.equal(revoked);
    expect(actions()).to.deep.equal(['key-created', 'key-revoked']);
  });

  it('hands limits on, and says what they are where there are too many keys', async () => {
    const { keys, keyStore, clock, actions } = customerDesk();
    const { key: first } = await keys.create(wish, actor);
    await keys.create(wish, actor);
    const before = [...keyStore.keys.values()];
    expect(await rejectionOf(keys.create(wish, actor))).to.deep.include(tooMany);
    expect(await rejectionOf(keys.rotate(first.id, { overlapMs: 1 }, actor))).to.deep.include(tooMany);
    expect([...keyStore.keys.values()]).to.deep.equal(before);
    expect(actions()).to.deep.equal(['key-created', 'key-created']);

    await keys.rotate(first.id, { overlapMs: 0 }, actor);
    await keys.create(wish);
    expect((await keys.list({})).filter(({ status }) => status === 'active')).to.have.length(3);
    expect((await keys.find(first.id))?.revokedAtMs).to.equal(clock.nowMs());
  });

  it('notes nothing of what it refuses', async () => {
    const { keys, clock, actions } = customerDesk();
    const { key } = await keys.create({ ...wish, expiresInMs: 1000 });
    const unknown = "There is no such key id: see them all by 'keys list'.";
    const noSubscriber = `There is no such subscriber: see them all by 'subscribers list', or add one by 'subscribers add'.`;
    clock.advance(1000);
    const table: [Promise<unknown>, string][] = [
      [keys.create({ ...wish, subscriberId: 'nobody' }), noSubscriber],
      [keys.create({ ...wish, name: '' }), 'A name is 1 to 100 characters, none of them a control character.'],
      [keys.rename(key.id, ' '), 'A name is 1 to 100 characters, none of them a control character.'],
      [keys.rename('key_x', 'x'), unknown],
      [keys.revoke('key_x'), unknown],
      [keys.rotate('key_x', { overlapMs: 0 }), unknown],
      [
        keys.rotate(key.id, { overlapMs: 0 }),
        `The key ${key.id} is revoked or expired and can't be rotated: make a new one by 'keys create'.`,
      ],
    ];
    for (const [attempt, message] of table) {
      expect(await rejectionOf(attempt)).to.deep.include({ code: 'INVALID_ARGUMENT', message });
    }
    expect(await keys.find('key_x')).to.equal(undefined);
    expect(actions()).to.deep.equal(['key-created']);
  });
});
