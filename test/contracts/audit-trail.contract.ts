import { expect } from 'chai';
import { AUDIT_KEPT, type AuditEvent } from '../../src/domain/account/audit-event.ts';
import { alikeIds } from '../support/alike-ids.ts';
import { atOnce } from '../support/at-once.ts';
import { inBatches } from '../support/in-batches.ts';
import { rejectionOf } from '../support/rejection.ts';
import { promisesOf, type StoresAdapter } from '../support/store-place.ts';

const event = (index: number, facts: Partial<AuditEvent> = {}): AuditEvent => ({
  id: `event_${index}`,
  subscriberId: 'acme',
  atMs: 100 + index,
  action: 'key-created',
  subject: 'pgs_abcd…wxyz',
  name: 'build server',
  address: '192.0.2.1',
  ...facts,
});

/** What every AuditTrail promises. */
export function auditTrailContract(adapter: StoresAdapter): void {
  describe(`${adapter.name} keeps the AuditTrail’s promises`, () => {
    const promises = promisesOf(adapter, 'auditTrail');
    promises('is empty at first', async ({ store }) => {
      await store.forgetEvents(1000);
      expect(await store.latest('acme', 10)).to.deep.equal([]);
    });

    promises('gives a subscriber’s last so many, the latest first', async ({ store, other }) => {
      const events = [7, 1000, 90, 20_000].map((atMs, index) => event(index, { atMs }));
      for (const one of events) await store.append(one);
      await store.append(event(9, { subscriberId: 'beta', subject: null, name: null, address: null }));
      const latestFirst = [3, 1, 2, 0].map((index) => events[index]);
      for (const count of [1, 3, 4, 100]) {
        expect(await other.latest('acme', count), `${count}`).to.deep.equal(latestFirst.slice(0, count));
      }
      const theirs = event(9, { subscriberId: 'beta', subject: null, name: null, address: null });
      expect(await other.latest('beta', 100)).to.deep.equal([theirs]);
    });

    promises('keeps all that happened within a millisecond', async (opened) => {
      const events = Array.from({ length: 30 }, (_, index) => event(index, { atMs: 500 }));
      await opened.store.append(event(30, { atMs: 499 }));
      await opened.store.append(event(31, { atMs: 501 }));
      await atOnce(opened, 30, (store, index) => store.append(events[index]!));
      const latest = await opened.other.latest('acme', 100);
      expect(latest[0]).to.deep.equal(event(31, { atMs: 501 }));
      expect(latest.slice(1, -1)).to.have.deep.members(events);
      expect(latest.at(-1)).to.deep.equal(event(30, { atMs: 499 }));
      expect(await opened.store.latest('acme', 3)).to.have.length(3);
    });

    promises('keeps subscribers apart, however alike their ids are', async ({ store, other }) => {
      const events = alikeIds.map((subscriberId, index) => event(index, { subscriberId }));
      for (const one of events) await store.append(one);
      for (const one of events) expect(await other.latest(one.subscriberId, 100)).to.deep.equal([one]);
      expect(await other.latest('nobody', 100)).to.deep.equal([]);
    });

    promises('forgets what happened before a moment', async ({ store, other }) => {
      for (const atMs of [99, 100, 101]) await store.append(event(atMs, { atMs }));
      await store.append(event(1, { subscriberId: 'beta', atMs: 5 }));
      await other.forgetEvents(100);
      const left = await store.latest('acme', 100);
      expect(left.map(({ atMs }) => atMs)).to.deep.equal([101, 100]);
      expect(await store.latest('beta', 100)).to.deep.equal([]);
    });

    promises('keeps a subscriber’s latest alone, and all of who has fewer', async ({ store, other }) => {
      await store.append(event(0, { id: 'theirs', subscriberId: 'beta' }));
      await inBatches(AUDIT_KEPT, (index) => (index % 2 ? store : other).append(event(index)));
      expect(await store.latest('acme', AUDIT_KEPT + 10)).to.have.length(AUDIT_KEPT);
      await inBatches(5, (index) => (index % 2 ? store : other).append(event(AUDIT_KEPT + index)));
      await store.append(event(0, { id: 'too old already' }));
      const expected = Array.from({ length: AUDIT_KEPT }, (_, index) => event(AUDIT_KEPT + 4 - index));
      expect(await other.latest('acme', AUDIT_KEPT + 10)).to.deep.equal(expected);
      expect(await other.latest('beta', 10)).to.deep.equal([event(0, { id: 'theirs', subscriberId: 'beta' })]);
      await other.forgetEvents(100 + AUDIT_KEPT);
      expect(await store.latest('acme', 10)).to.deep.equal(expected.slice(0, 5));
    });

    promises('has everything when it is opened again, and is away once it is closed', async (opened) => {
      const { store, close, reopen } = opened;
      await store.append(event(1));
      await close();
      for (const call of [() => store.latest('acme', 1), () => store.append(event(2))]) {
        expect(await rejectionOf(call())).to.include({ code: 'STORE_UNAVAILABLE' });
      }
      expect(await (await reopen()).latest('acme', 100)).to.deep.equal([event(1)]);
    });
  });
}
