export type AuditAction =
  | 'key-created'
  | 'key-renamed'
  | 'key-rotated'
  | 'key-revoked'
  | 'invited'
  | 'password-set'
  | 'password-changed'
  | 'signed-in'
  | 'signed-out'
  | 'session-ended';

/** What happened to a subscriber's keys and sessions: never a secret. */
export interface AuditEvent {
  readonly id: string;
  readonly subscriberId: string;
  readonly atMs: number;
  readonly action: AuditAction;
  /** What it happened to: a key by its hint, a session by its browser; null where the account itself is meant. */
  readonly subject: string | null;
  /** The subject's name then. */
  readonly name: string | null;
  /** Where it was done from; null where the operator did it. */
  readonly address: string | null;
}

/** So many of a subscriber's are kept. */
export const AUDIT_KEPT = 1000;
/** For so long they are kept. */
export const AUDIT_KEPT_MS = 400 * 86_400_000;
