/** A browser that is signed in. All times in epoch milliseconds. */
export interface Session {
  readonly id: string;
  /** SHA-256 of its token. */
  readonly digest: string;
  readonly subscriberId: string;
  /** SHA-256 of the password's hash that it was begun by: it ends with that password. */
  readonly passwordDigest: string;
  readonly createdAtMs: number;
  /** True to the minute. */
  readonly lastSeenAtMs: number;
  /** Where it was signed in from. */
  readonly address: string;
  /** What the browser said of itself, cut off. */
  readonly browser: string;
}

const HOUR_MS = 3_600_000;
export const SESSION_LIVES_MS = 7 * 24 * HOUR_MS;
const IDLE_FOR_MS = 12 * HOUR_MS;
const SEEN_EVERY_MS = 60_000;

export function isLive({ createdAtMs, lastSeenAtMs }: Session, nowMs: number): boolean {
  return nowMs - createdAtMs < SESSION_LIVES_MS && nowMs - lastSeenAtMs < IDLE_FOR_MS;
}

/** Whether the time it was last seen is old enough to be worth a write. */
export function isSeenAnew({ lastSeenAtMs }: Session, nowMs: number): boolean {
  return nowMs - lastSeenAtMs >= SEEN_EVERY_MS;
}
