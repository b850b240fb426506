import type { Collection, Db } from 'mongodb';
import type { ApiKey } from '../../domain/access/api-key.ts';
import type { Subscriber } from '../../domain/access/subscriber.ts';
import type { Account } from '../../domain/account/account.ts';
import type { AuditEvent } from '../../domain/account/audit-event.ts';
import type { Invitation } from '../../domain/account/invitation.ts';
import type { Session } from '../../domain/account/session.ts';
import type { UsageSpan, UsageStep } from '../../domain/account/usage.ts';

/** What it is known by becomes its `_id`. */
type Identified<T, By extends keyof T> = Omit<T, By> & { _id: string };
export type SubscriberDocument = Identified<Subscriber, 'id'>;
export type KeyDocument = Identified<ApiKey, 'id'>;
export type AccountDocument = Identified<Account, 'subscriberId'>;
export type InvitationDocument = Identified<Invitation, 'subscriberId'>;
export type SessionDocument = Identified<Session, 'digest'>;
export type EventDocument = Identified<AuditEvent, 'id'>;
export type UsageDocument = UsageStep & { _id: string; readonly span: UsageSpan; readonly subscriberId: string };

/** What every request needs. */
export interface KeyCollections {
  readonly subscribers: Collection<SubscriberDocument>;
  readonly keys: Collection<KeyDocument>;
}

/** What the dashboard alone needs. */
export interface DashboardCollections {
  readonly accounts: Collection<AccountDocument>;
  readonly invitations: Collection<InvitationDocument>;
  readonly sessions: Collection<SessionDocument>;
  readonly usage: Collection<UsageDocument>;
  readonly events: Collection<EventDocument>;
}

/** With their indexes, which are made where they are missing. */
export async function openKeyCollections(db: Db): Promise<KeyCollections> {
  const subscribers = db.collection<SubscriberDocument>('subscribers');
  const keys = db.collection<KeyDocument>('keys');
  await keys.createIndex({ digest: 1 }, { unique: true });
  await keys.createIndex({ subscriberId: 1 });
  return { subscribers, keys };
}

/** With their indexes, as above. What ended is looked for without one where few are kept. */
export async function openDashboardCollections(db: Db): Promise<DashboardCollections> {
  const accounts = db.collection<AccountDocument>('accounts');
  const invitations = db.collection<InvitationDocument>('invitations');
  const sessions = db.collection<SessionDocument>('sessions');
  const usage = db.collection<UsageDocument>('usage');
  const events = db.collection<EventDocument>('events');
  await Promise.all([
    accounts.createIndex({ email: 1 }, { unique: true }),
    invitations.createIndex({ digest: 1 }, { unique: true }),
    sessions.createIndex({ subscriberId: 1 }),
    usage.createIndexes([{ key: { subscriberId: 1, span: 1, atMs: 1 } }, { key: { span: 1, atMs: 1 } }]),
    events.createIndexes([{ key: { subscriberId: 1, atMs: 1, _id: 1 } }, { key: { atMs: 1 } }]),
  ]);
  return { accounts, invitations, sessions, usage, events };
}
