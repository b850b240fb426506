import type { ServiceIdentifier } from 'inversify';
import type Koa from 'koa';
import type { RequestState } from '../adapters/http/context.ts';
import type { Dashboard } from '../adapters/http/dashboard/dashboard.ts';
import type { LoadGate } from '../adapters/http/load-gate.ts';
import type { ApiDocument } from '../adapters/http/openapi/document.ts';
import type { HttpServer } from '../adapters/http/server.ts';
import type { MetricsServer } from '../adapters/metrics/metrics-server.ts';
import type { AcceptInvitation } from '../application/accept-invitation.ts';
import type { AdministerKeys } from '../application/administer-keys.ts';
import type { AdministerSubscribers } from '../application/administer-subscribers.ts';
import type { AuthenticateCaller } from '../application/authenticate-caller.ts';
import type { ChargeQuota } from '../application/charge-quota.ts';
import type { FindKey } from '../application/find-key.ts';
import type { FirstStart } from '../application/first-start.ts';
import type { ForgetOldRecords } from '../application/forget-old-records.ts';
import type { InviteCustomer } from '../application/invite-customer.ts';
import type { IssuePasswords } from '../application/issue-passwords.ts';
import type { KeepSessions } from '../application/keep-sessions.ts';
import type { ManageOwnKeys } from '../application/manage-own-keys.ts';
import type { NoteEvents } from '../application/note-events.ts';
import type { RecordUsage } from '../application/record-usage.ts';
import type { RecordUses } from '../application/record-uses.ts';
import type { ReportHealth } from '../application/report-health.ts';
import type { SetPassword } from '../application/set-password.ts';
import type { ShowOverview } from '../application/show-overview.ts';
import type { SignIn } from '../application/sign-in.ts';
import type { KnownKeys } from '../domain/access/known-keys.ts';
import type {
  AccountStore,
  AuditTrail,
  DataStores,
  GuessEstimator,
  PasswordHasher,
  SessionStore,
  UsageStore,
} from '../domain/account/ports.ts';
import type { UsageCounter } from '../domain/account/usage-counter.ts';
import type { Generator } from '../domain/password/generator.ts';
import type {
  Clock,
  EmbeddedKeyStore,
  KeyDigester,
  KeyStore,
  Logger,
  Meter,
  RandomSource,
  RateLimiter,
} from '../domain/ports.ts';

const id = <T>(name: string) => Symbol(name) as ServiceIdentifier<T>;

/** The name of each part, for whoever asks the container for it or binds another in its place. */
export const ids = {
  // adapters of the domain's ports
  clock: id<Clock>('Clock'),
  random: id<RandomSource>('RandomSource'),
  digester: id<KeyDigester>('KeyDigester'),
  logger: id<Logger>('Logger'),
  meter: id<Meter>('Meter'),
  /** The stores that share one place, as they were opened together. */
  dataStores: id<DataStores>('DataStores'),
  accountStore: id<AccountStore>('AccountStore'),
  sessionStore: id<SessionStore>('SessionStore'),
  usageStore: id<UsageStore>('UsageStore'),
  auditTrail: id<AuditTrail>('AuditTrail'),
  passwordHasher: id<PasswordHasher>('PasswordHasher'),
  guessEstimator: id<GuessEstimator>('GuessEstimator'),
  keyStore: id<KeyStore>('KeyStore'),
  /** The same, where it belongs to this service alone; else not bound. */
  embeddedKeyStore: id<EmbeddedKeyStore>('EmbeddedKeyStore'),
  rateLimiter: id<RateLimiter>('RateLimiter'),
  // what an instance remembers, and use cases
  knownKeys: id<KnownKeys>('KnownKeys'),
  findKey: id<FindKey>('FindKey'),
  generator: id<Generator>('Generator'),
  signIn: id<SignIn>('SignIn'),
  setPassword: id<SetPassword>('SetPassword'),
  acceptInvitation: id<AcceptInvitation>('AcceptInvitation'),
  manageOwnKeys: id<ManageOwnKeys>('ManageOwnKeys'),
  showOverview: id<ShowOverview>('ShowOverview'),
  issuePasswords: id<IssuePasswords>('IssuePasswords'),
  authenticateCaller: id<AuthenticateCaller>('AuthenticateCaller'),
  chargeQuota: id<ChargeQuota>('ChargeQuota'),
  recordUses: id<RecordUses>('RecordUses'),
  usageCounter: id<UsageCounter>('UsageCounter'),
  recordUsage: id<RecordUsage>('RecordUsage'),
  noteEvents: id<NoteEvents>('NoteEvents'),
  inviteCustomer: id<InviteCustomer>('InviteCustomer'),
  keepSessions: id<KeepSessions>('KeepSessions'),
  forgetOldRecords: id<ForgetOldRecords>('ForgetOldRecords'),
  administerSubscribers: id<AdministerSubscribers>('AdministerSubscribers'),
  administerKeys: id<AdministerKeys>('AdministerKeys'),
  firstStart: id<FirstStart>('FirstStart'),
  health: id<ReportHealth>('ReportHealth'),
  // HTTP
  /** The API's own description. */
  apiDocument: id<ApiDocument>('ApiDocument'),
  /** Bound only where the dashboard is switched on. */
  loadDashboard: id<() => Promise<Dashboard>>('LoadDashboard'),
  /** Bound by the first who loads it. */
  dashboard: id<Dashboard>('Dashboard'),
  app: id<Koa<RequestState>>('App'),
  loadGate: id<LoadGate>('LoadGate'),
  server: id<HttpServer>('HttpServer'),
  /** Bound only where metrics are asked for. */
  metricsServer: id<MetricsServer>('MetricsServer'),
};
