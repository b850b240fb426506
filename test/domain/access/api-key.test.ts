import { expect } from 'chai';
import { end, endingAfter, endOf, revoke, statusOf } from '../../../src/domain/access/api-key.ts';
import { keyOf } from '../../support/builders.ts';

describe('ApiKey', () => {
  it('ends at its expiry or at the end of its overlap, whichever comes first', () => {
    const table = [
      [null, null, null],
      [50, null, 50],
      [null, 40, 40],
      [50, 40, 40],
      [50, 60, 50],
    ] as const;
    for (const [expiresAtMs, retiresAtMs, expected] of table) {
      expect(endOf(keyOf({ expiresAtMs, retiresAtMs }))).to.equal(expected);
    }
  });

  it('is active up to its end, and revoked above all', () => {
    const table = [
      [{}, 1e15, 'active'],
      [{ expiresAtMs: 50 }, 49, 'active'],
      [{ expiresAtMs: 50 }, 50, 'expired'],
      [{ retiresAtMs: 40 }, 39, 'active'],
      [{ retiresAtMs: 40 }, 40, 'expired'],
      [{ revokedAtMs: 30 }, 10, 'revoked'],
      [{ revokedAtMs: 30, expiresAtMs: 20 }, 40, 'revoked'],
      [{ revokedAtMs: 0 }, 40, 'revoked'],
    ] as const;
    for (const [facts, nowMs, status] of table) expect(statusOf(keyOf(facts), nowMs)).to.equal(status);
  });

  it('keeps its first revocation', () => {
    expect(revoke(keyOf(), 77)).to.deep.equal(keyOf({ revokedAtMs: 77 }));
    expect(revoke(keyOf({ revokedAtMs: 66 }), 77)).to.deep.equal(keyOf({ revokedAtMs: 66 }));
  });

  it('ends at once without an overlap, and behind it with one', () => {
    expect(endingAfter(0, 100)).to.deep.equal({ revokedAtMs: 100 });
    expect(endingAfter(25, 100)).to.deep.equal({ retiresAtMs: 125 });
  });

  it('is ended by what its rotation says, and never later than before', () => {
    expect(end(keyOf(), { revokedAtMs: 5 })).to.deep.equal(keyOf({ revokedAtMs: 5 }));
    expect(end(keyOf(), { retiresAtMs: 90 })).to.deep.equal(keyOf({ retiresAtMs: 90 }));
    expect(end(keyOf({ retiresAtMs: 80 }), { retiresAtMs: 90 })).to.deep.equal(keyOf({ retiresAtMs: 80 }));
    expect(end(keyOf({ retiresAtMs: 95 }), { retiresAtMs: 90 })).to.deep.equal(keyOf({ retiresAtMs: 90 }));
  });
});
