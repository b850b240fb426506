import { INVITATION_LIVES_MS } from '../domain/account/invitation.ts';
import type { AccountStore } from '../domain/account/ports.ts';
import { createToken } from '../domain/account/secret-token.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Generator } from '../domain/password/generator.ts';
import type { Clock, KeyDigester } from '../domain/ports.ts';
import type { NoteEvents } from './note-events.ts';

/** What lets a customer in for the first time, or again: told this once and kept nowhere. */
export interface NewInvitation {
  readonly token: string;
  readonly email: string;
  readonly expiresAtMs: number;
}

interface InvitingParts {
  readonly accounts: AccountStore;
  readonly generator: Generator;
  readonly digester: KeyDigester;
  readonly clock: Clock;
  readonly events: NoteEvents;
}

/** Makes the link by which a customer sets a password; a later one ends it. */
export class InviteCustomer {
  readonly #parts: InvitingParts;

  constructor(parts: InvitingParts) {
    this.#parts = parts;
  }

  /** @throws ServiceError INVALID_ARGUMENT where there is no address to sign in with */
  async invite(subscriberId: string): Promise<NewInvitation> {
    const { accounts, generator, digester, clock, events } = this.#parts;
    const account = await accounts.findAccount(subscriberId);
    if (!account) {
      throw new ServiceError(
        'INVALID_ARGUMENT',
        `There is no such subscriber with an e-mail address: give one by 'subscribers set-email ID ADDRESS'.`,
      );
    }
    const token = createToken(generator);
    const expiresAtMs = clock.nowMs() + INVITATION_LIVES_MS;
    const { email } = account;
    await accounts.putInvitation({ digest: digester.digest(token), subscriberId, email, expiresAtMs });
    await events.note({ subscriberId, action: 'invited', subject: null, name: null, address: null });
    return { token, email, expiresAtMs };
  }
}
