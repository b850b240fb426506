import type { Container } from 'inversify';
import { Argon2Hasher } from '../adapters/system/argon2-hasher.ts';
import { ZxcvbnEstimator } from '../adapters/system/zxcvbn-estimator.ts';
import { ForgetOldRecords } from '../application/forget-old-records.ts';
import { InviteCustomer } from '../application/invite-customer.ts';
import { KeepSessions } from '../application/keep-sessions.ts';
import { NoteEvents } from '../application/note-events.ts';
import { RecordUsage } from '../application/record-usage.ts';
import type { AccountStore, AuditTrail, DataStores, SessionStore, UsageStore } from '../domain/account/ports.ts';
import { UsageCounter } from '../domain/account/usage-counter.ts';
import type { Generator } from '../domain/password/generator.ts';
import type { Clock, KeyDigester, KeyStore, Logger } from '../domain/ports.ts';
import { ids } from './ids.ts';

/** What is known of customers besides their keys: also where the dashboard is switched off, so that nothing is missing when it is on. */
export function bindAccounts(container: Container): void {
  container.bind(ids.accountStore).toResolvedValue(({ accountStore }: DataStores) => accountStore, [ids.dataStores]);
  container.bind(ids.sessionStore).toResolvedValue(({ sessionStore }: DataStores) => sessionStore, [ids.dataStores]);
  container.bind(ids.usageStore).toResolvedValue(({ usageStore }: DataStores) => usageStore, [ids.dataStores]);
  container.bind(ids.auditTrail).toResolvedValue(({ auditTrail }: DataStores) => auditTrail, [ids.dataStores]);

  container.bind(ids.passwordHasher).toResolvedValue(() => new Argon2Hasher());
  container.bind(ids.guessEstimator).toResolvedValue(() => new ZxcvbnEstimator());
  container.bind(ids.usageCounter).toResolvedValue(() => new UsageCounter());
  container
    .bind(ids.recordUsage)
    .toResolvedValue(
      (counter: UsageCounter, store: UsageStore, clock: Clock, logger: Logger) =>
        new RecordUsage({ counter, store, clock, logger }),
      [ids.usageCounter, ids.usageStore, ids.clock, ids.logger],
    );
  container
    .bind(ids.noteEvents)
    .toResolvedValue(
      (trail: AuditTrail, generator: Generator, clock: Clock, logger: Logger) =>
        new NoteEvents({ trail, generator, clock, logger }),
      [ids.auditTrail, ids.generator, ids.clock, ids.logger],
    );
  container
    .bind(ids.inviteCustomer)
    .toResolvedValue(
      (accounts: AccountStore, generator: Generator, digester: KeyDigester, clock: Clock, events: NoteEvents) =>
        new InviteCustomer({ accounts, generator, digester, clock, events }),
      [ids.accountStore, ids.generator, ids.digester, ids.clock, ids.noteEvents],
    );
  container
    .bind(ids.keepSessions)
    .toResolvedValue(
      (
        sessions: SessionStore,
        accounts: AccountStore,
        keyStore: KeyStore,
        generator: Generator,
        digester: KeyDigester,
        clock: Clock,
        events: NoteEvents,
      ) => new KeepSessions({ sessions, accounts, keyStore, generator, digester, clock, events }),
      [ids.sessionStore, ids.accountStore, ids.keyStore, ids.generator, ids.digester, ids.clock, ids.noteEvents],
    );
  container
    .bind(ids.forgetOldRecords)
    .toResolvedValue(
      (
        accounts: AccountStore,
        sessions: SessionStore,
        usage: UsageStore,
        trail: AuditTrail,
        clock: Clock,
        logger: Logger,
      ) => new ForgetOldRecords({ accounts, sessions, usage, trail, clock, logger }),
      [ids.accountStore, ids.sessionStore, ids.usageStore, ids.auditTrail, ids.clock, ids.logger],
    );
}
