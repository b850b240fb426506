import { expect } from 'chai';
import type { Session } from '../../src/domain/account/session.ts';
import { alikeIds } from '../support/alike-ids.ts';
import { atOnce } from '../support/at-once.ts';
import { rejectionOf } from '../support/rejection.ts';
import { promisesOf, type StoresAdapter } from '../support/store-place.ts';

const session = (index: number, facts: Partial<Session> = {}): Session => ({
  id: `session_${index}`,
  digest: `digest-${index}`,
  subscriberId: 'acme',
  passwordDigest: `of-password-${index}`,
  createdAtMs: 100 + index,
  lastSeenAtMs: 500,
  address: '2001:db8::1',
  browser: 'Firefox/1 “ß😀” \u0007',
  ...facts,
});

/** What every SessionStore promises. */
export function sessionStoreContract(adapter: StoresAdapter): void {
  describe(`${adapter.name} keeps the SessionStore’s promises`, () => {
    const promises = promisesOf(adapter, 'sessionStore');
    promises('has none at first', async ({ store }) => {
      await store.seeSession('digest-1', 500);
      await store.endSessions('acme');
      await store.forgetSessions(500);
      expect(await store.findSession('digest-1')).to.equal(undefined);
      expect(await store.listSessions('acme')).to.deep.equal([]);
      expect(await store.endSession('acme', 'session_1')).to.equal(undefined);
    });

    promises('finds each by its digest, and lists them, the latest sign-in first', async ({ store, other }) => {
      const signIns = [7, 1000, 90, 20_000].map((createdAtMs, index) => session(index, { createdAtMs }));
      for (const one of signIns) await store.addSession(one);
      await store.addSession(session(9, { subscriberId: 'beta' }));
      for (const one of signIns) expect(await other.findSession(one.digest)).to.deep.equal(one);
      expect(await other.findSession('session_1')).to.equal(undefined);
      const latestFirst = [3, 1, 2, 0].map((index) => signIns[index]);
      expect(await other.listSessions('acme')).to.deep.equal(latestFirst);
      expect(await store.listSessions('nobody')).to.deep.equal([]);
    });

    promises('keeps two of the same millisecond', async ({ store }) => {
      const both = [session(1, { createdAtMs: 7 }), session(2, { createdAtMs: 7 })];
      for (const one of both) await store.addSession(one);
      expect(await store.listSessions('acme')).to.have.deep.members(both);
    });

    promises('keeps subscribers apart, however alike their ids are', async ({ store, other }) => {
      const sessions = alikeIds.map((subscriberId, index) => session(index, { subscriberId }));
      for (const one of sessions) await store.addSession(one);
      for (const one of sessions) expect(await other.listSessions(one.subscriberId)).to.deep.equal([one]);
      await store.endSessions('a');
      const left = await Promise.all(alikeIds.map((id) => other.listSessions(id)));
      expect(left.flat()).to.deep.equal(sessions.slice(1));
      expect(await other.findSession('digest-0')).to.equal(undefined);
    });

    promises('sees a session later, never earlier', async (opened) => {
      const { store, other } = opened;
      await store.addSession(session(1));
      await store.addSession(session(2));
      const course = [
        [499, 500],
        [600, 600],
        [550, 600],
        [601, 601],
      ] as const;
      for (const [atMs, kept] of course) {
        await store.seeSession('digest-1', atMs);
        expect(await other.findSession('digest-1'), `${atMs}`).to.deep.equal(session(1, { lastSeenAtMs: kept }));
      }
      await atOnce(opened, 16, (one, index) => one.seeSession('digest-1', 700 + ((index * 7) % 16)));
      const seen = session(1, { lastSeenAtMs: 715 });
      expect(await store.listSessions('acme')).to.deep.equal([session(2), seen]);
      expect(await other.endSession('acme', 'session_1')).to.deep.equal(seen);
    });

    promises('ends a subscriber’s own session alone', async ({ store, other }) => {
      const theirs = session(2, { subscriberId: 'beta' });
      for (const one of [session(1), theirs, session(3)]) await store.addSession(one);
      expect(await other.endSession('acme', 'session_2')).to.equal(undefined);
      expect(await other.endSession('acme', 'digest-1')).to.equal(undefined);
      expect(await other.endSession('acme', 'ä'.repeat(5000))).to.equal(undefined);
      expect(await store.findSession('digest-2')).to.deep.equal(theirs);
      expect(await other.endSession('acme', 'session_1')).to.deep.equal(session(1));
      expect(await store.endSession('acme', 'session_1')).to.equal(undefined);
      expect(await store.findSession('digest-1')).to.equal(undefined);
      expect(await store.listSessions('acme')).to.deep.equal([session(3)]);
      expect(await store.listSessions('beta')).to.deep.equal([theirs]);
    });

    promises('gives an ended session to one of many', async (opened) => {
      await opened.store.addSession(session(1));
      const ended = await atOnce(opened, 16, (store) => store.endSession('acme', 'session_1'));
      expect(ended.filter((one) => one !== undefined)).to.deep.equal([session(1)]);
    });

    promises('brings no ended session back by seeing it', async (opened) => {
      const { store, other } = opened;
      const sessions = Array.from({ length: 12 }, (_, index) => session(index));
      for (const one of sessions) await store.addSession(one);
      await Promise.all(
        sessions.flatMap(({ id, digest }, index) => [
          store.seeSession(digest, 600 + index),
          index < 6 ? other.endSession('acme', id) : other.endSessions('acme'),
          store.seeSession(digest, 700 + index),
          other.seeSession(digest, 800 + index),
        ]),
      );
      for (const { digest } of sessions) {
        await store.seeSession(digest, 900);
        expect(await other.findSession(digest), digest).to.equal(undefined);
      }
      expect(await store.listSessions('acme')).to.deep.equal([]);
    });

    promises('forgets all that began before a moment', async ({ store, other }) => {
      const began = [99, 100, 101].map((createdAtMs, index) => session(index, { createdAtMs, lastSeenAtMs: 900 }));
      for (const one of began) await store.addSession(one);
      await store.addSession(session(3, { subscriberId: 'beta', createdAtMs: 5 }));
      await other.forgetSessions(100);
      expect(await store.listSessions('acme')).to.deep.equal([began[2], began[1]]);
      expect(await store.listSessions('beta')).to.deep.equal([]);
      for (const digest of ['digest-0', 'digest-3']) expect(await store.findSession(digest)).to.equal(undefined);
      expect(await store.endSession('acme', 'session_0')).to.equal(undefined);
    });

    promises('has everything when it is opened again, and is away once it is closed', async (opened) => {
      const { store, close, reopen } = opened;
      for (const index of [1, 2]) await store.addSession(session(index));
      await store.seeSession('digest-1', 600);
      await store.endSession('acme', 'session_2');
      await close();
      for (const call of [() => store.findSession('digest-1'), () => store.addSession(session(3))]) {
        expect(await rejectionOf(call())).to.include({ code: 'STORE_UNAVAILABLE' });
      }
      expect(await (await reopen()).listSessions('acme')).to.deep.equal([session(1, { lastSeenAtMs: 600 })]);
    });
  });
}
