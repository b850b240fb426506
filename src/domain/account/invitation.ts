/** Lets whoever holds its token set the password of an account, once. */
export interface Invitation {
  /** SHA-256 of its token. */
  readonly digest: string;
  readonly subscriberId: string;
  /** The address that it was made for: it ends where the account has another one by then. */
  readonly email: string;
  readonly expiresAtMs: number;
}

export const INVITATION_LIVES_MS = 24 * 3_600_000;
