/** A key as it is kept: never its text, but the digest by which it is found. All times in epoch milliseconds. */
export interface ApiKey {
  readonly id: string;
  /** SHA-256 of the key's text. */
  readonly digest: string;
  readonly hint: string;
  readonly subscriberId: string;
  readonly name: string | null;
  readonly createdAtMs: number;
  /** The end that was set when it was made. */
  readonly expiresAtMs: number | null;
  /** The end of the overlap, where it was rotated away. */
  readonly retiresAtMs: number | null;
  readonly revokedAtMs: number | null;
  /** True to the minute. */
  readonly lastUsedAtMs: number | null;
}

/** So many of a subscriber's keys are kept: beyond these, the oldest that have ended are removed as others are added. */
export const KEYS_KEPT = 1000;

export type KeyStatus = 'active' | 'expired' | 'revoked';

/** How a key that is rotated away ends: at once, or when the overlap is over. */
export type KeyEnding = { readonly revokedAtMs: number } | { readonly retiresAtMs: number };

/** When a key ends by itself: its expiry or the end of its overlap, whichever comes first. */
export function endOf({ expiresAtMs, retiresAtMs }: ApiKey): number | null {
  if (expiresAtMs === null || retiresAtMs === null) return expiresAtMs ?? retiresAtMs;
  return Math.min(expiresAtMs, retiresAtMs);
}

export function statusOf(key: ApiKey, nowMs: number): KeyStatus {
  if (key.revokedAtMs !== null) return 'revoked';
  return nowMs < (endOf(key) ?? Number.POSITIVE_INFINITY) ? 'active' : 'expired';
}

/** A key with its first revocation kept: revoking again changes nothing. */
export function revoke(key: ApiKey, nowMs: number): ApiKey {
  return { ...key, revokedAtMs: key.revokedAtMs ?? nowMs };
}

/** @param overlapMs how long both keys work, 0 or more; 0 ends the old one at once */
export function endingAfter(overlapMs: number, nowMs: number): KeyEnding {
  return overlapMs === 0 ? { revokedAtMs: nowMs } : { retiresAtMs: nowMs + overlapMs };
}

/** A key as its ending leaves it; an end that is already nearer stays. */
export function end(key: ApiKey, ending: KeyEnding): ApiKey {
  if ('revokedAtMs' in ending) return revoke(key, ending.revokedAtMs);
  return { ...key, retiresAtMs: Math.min(key.retiresAtMs ?? ending.retiresAtMs, ending.retiresAtMs) };
}
