import type { Filter } from 'mongodb';
import type { KeyDocument } from './mongo-collections.ts';

/** A subscriber's keys that are active, as `statusOf` tells it, but where they are kept. */
export function liveOf(subscriberId: string, nowMs: number): Filter<KeyDocument> {
  return {
    subscriberId,
    revokedAtMs: null,
    $and: [
      { $or: [{ expiresAtMs: null }, { expiresAtMs: { $gt: nowMs } }] },
      { $or: [{ retiresAtMs: null }, { retiresAtMs: { $gt: nowMs } }] },
    ],
  };
}

/** All others of the subscriber. */
export function endedOf(subscriberId: string, nowMs: number): Filter<KeyDocument> {
  const endings = [{ revokedAtMs: { $ne: null } }, { expiresAtMs: { $lte: nowMs } }, { retiresAtMs: { $lte: nowMs } }];
  return { subscriberId, $or: endings };
}
