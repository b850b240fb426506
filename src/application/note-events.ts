import { createId } from '../domain/access/identifier.ts';
import type { AuditEvent } from '../domain/account/audit-event.ts';
import type { AuditTrail } from '../domain/account/ports.ts';
import type { Generator } from '../domain/password/generator.ts';
import type { Clock, Logger } from '../domain/ports.ts';

/** How many events a customer is shown. */
const SHOWN = 100;

interface NotingParts {
  readonly trail: AuditTrail;
  readonly generator: Generator;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Keeps what happened to a subscriber's keys and sessions. */
export class NoteEvents {
  readonly #parts: NotingParts;

  constructor(parts: NotingParts) {
    this.#parts = parts;
  }

  /** What was done stays done where it can't be noted: a revocation must not fail for its entry in a list. */
  async note(event: Omit<AuditEvent, 'id' | 'atMs'>): Promise<void> {
    const { trail, generator, clock, logger } = this.#parts;
    try {
      await trail.append({ id: createId('evt', generator), atMs: clock.nowMs(), ...event });
    } catch (error) {
      const { subscriberId, action } = event;
      logger.error('an event could not be noted', { subscriberId, action, error });
    }
  }

  latest(subscriberId: string): Promise<AuditEvent[]> {
    return this.#parts.trail.latest(subscriberId, SHOWN);
  }
}
