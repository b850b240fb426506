import { Sha256Digester } from '../../src/adapters/system/sha256-digester.ts';
import { SystemRandomness } from '../../src/adapters/system/system-randomness.ts';
import { AdministerKeys } from '../../src/application/administer-keys.ts';
import { NoteEvents } from '../../src/application/note-events.ts';
import type { AuditTrail } from '../../src/domain/account/ports.ts';
import { Generator } from '../../src/domain/password/generator.ts';
import type { Clock, KeyStore } from '../../src/domain/ports.ts';
import { silentLogger as logger } from './silent-logger.ts';

/** What is done with keys, on stores that are open, without a container. */
export function administrationOf(stores: { keyStore: KeyStore; auditTrail: AuditTrail }, clock: Clock): AdministerKeys {
  const generator = new Generator(new SystemRandomness());
  const events = new NoteEvents({ trail: stores.auditTrail, generator, clock, logger });
  return new AdministerKeys({ store: stores.keyStore, generator, digester: new Sha256Digester(), clock, events });
}
