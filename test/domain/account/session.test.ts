import { expect } from 'chai';
import { isLive, isSeenAnew, SESSION_LIVES_MS, type Session } from '../../../src/domain/account/session.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function sessionOf(createdAtMs: number, lastSeenAtMs: number): Session {
  return {
    ...{ id: 'ses_1', digest: 'digest-1', subscriberId: 'acme', passwordDigest: 'digest-2' },
    ...{ address: '192.0.2.1', browser: 'Firefox', createdAtMs, lastSeenAtMs },
  };
}

describe('a session', () => {
  it('is live for seven days, while no twelve hours pass without it', () => {
    expect(SESSION_LIVES_MS).to.equal(7 * DAY_MS);
    const table = [
      [0, 0, 0, true],
      [0, 0, 12 * HOUR_MS - 1, true],
      [0, 0, 12 * HOUR_MS, false],
      [0, 1, 12 * HOUR_MS, true],
      [0, DAY_MS, DAY_MS + 12 * HOUR_MS - 1, true],
      [0, DAY_MS, DAY_MS + 12 * HOUR_MS, false],
      [0, 7 * DAY_MS - 1, 7 * DAY_MS - 1, true],
      [0, 7 * DAY_MS - 1, 7 * DAY_MS, false],
      [1, 7 * DAY_MS - 1, 7 * DAY_MS, true],
    ] as const;
    for (const [createdAtMs, lastSeenAtMs, nowMs, expected] of table) {
      const what = JSON.stringify({ createdAtMs, lastSeenAtMs, nowMs });
      expect(isLive(sessionOf(createdAtMs, lastSeenAtMs), nowMs), what).to.equal(expected);
    }
  });

  it('is seen anew once a minute', () => {
    const table = [
      [1000, 1000, false],
      [1000, 60_999, false],
      [1000, 61_000, true],
      [61_000, 1000, false],
    ] as const;
    for (const [lastSeenAtMs, nowMs, expected] of table) {
      expect(isSeenAnew(sessionOf(0, lastSeenAtMs), nowMs), String(nowMs)).to.equal(expected);
    }
  });
});
