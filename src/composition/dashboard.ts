import { setTimeout as pause } from 'node:timers/promises';
import type { Container } from 'inversify';
import { LRUCache } from 'lru-cache';
import { createDashboard } from '../adapters/http/dashboard/dashboard.ts';
import { AcceptInvitation } from '../application/accept-invitation.ts';
import type { AdministerKeys } from '../application/administer-keys.ts';
import { AdmitToTry } from '../application/admit-to-try.ts';
import { ChangePassword } from '../application/change-password.ts';
import type { ChargeQuota } from '../application/charge-quota.ts';
import type { IssuePasswords } from '../application/issue-passwords.ts';
import type { KeepSessions } from '../application/keep-sessions.ts';
import { ManageOwnKeys } from '../application/manage-own-keys.ts';
import type { NoteEvents } from '../application/note-events.ts';
import type { RecordUsage } from '../application/record-usage.ts';
import { SetPassword } from '../application/set-password.ts';
import { ShowOverview } from '../application/show-overview.ts';
import { SignIn } from '../application/sign-in.ts';
import { ActBrake } from '../domain/account/act-brake.ts';
import type {
  AccountStore,
  GuessEstimator,
  PasswordHasher,
  SessionStore,
  UsageStore,
} from '../domain/account/ports.ts';
import { SignInBrake } from '../domain/account/sign-in-brake.ts';
import type { Generator } from '../domain/password/generator.ts';
import type { Clock, KeyDigester, KeyStore, RateLimiter } from '../domain/ports.ts';
import type { SlidingWindow } from '../domain/quota/sliding-window.ts';
import { ids } from './ids.ts';
import { plansOf, type Settings } from './settings.ts';

/** Of addresses and accounts at which somebody failed, so many are remembered. */
const REMEMBERED = 20_000;
/** From one network, the right ones too: each takes the processor for some 20 ms. */
const SIGN_INS_A_MINUTE = 60;
/** Of one subscriber, the refused ones too. */
const PASSWORDS_A_MINUTE = 20;
/** Of one subscriber, of whatever kind. */
const CHANGES_A_MINUTE = 120;

const newWindows = () => new LRUCache<string, SlidingWindow>({ max: REMEMBERED });

/** The dashboard and the use cases that are its alone. */
export function bindDashboard(container: Container, settings: Settings): void {
  const plans = plansOf(settings);
  container
    .bind(ids.manageOwnKeys)
    .toResolvedValue((keys: AdministerKeys) => new ManageOwnKeys(keys), [ids.administerKeys]);
  container.bind(ids.signIn).toResolvedValue(
    (accounts: AccountStore, hasher: PasswordHasher, keepSessions: KeepSessions, clock: Clock) => {
      const brake = new SignInBrake({ clock, addresses: newWindows(), accounts: newWindows() });
      const attempts = new ActBrake({ clock, windows: newWindows(), acts: SIGN_INS_A_MINUTE });
      return new SignIn({ accounts, hasher, keepSessions, brake, attempts, pause });
    },
    [ids.accountStore, ids.passwordHasher, ids.keepSessions, ids.clock],
  );
  container.bind(ids.setPassword).toResolvedValue(
    (
      sessions: SessionStore,
      keyStore: KeyStore,
      hasher: PasswordHasher,
      estimator: GuessEstimator,
      generator: Generator,
      keepSessions: KeepSessions,
      events: NoteEvents,
      clock: Clock,
    ) => {
      const brake = new ActBrake({ clock, windows: newWindows(), acts: PASSWORDS_A_MINUTE });
      return new SetPassword({ sessions, keyStore, hasher, estimator, generator, keepSessions, events, brake });
    },
    [
      ids.sessionStore,
      ids.keyStore,
      ids.passwordHasher,
      ids.guessEstimator,
      ids.generator,
      ids.keepSessions,
      ids.noteEvents,
      ids.clock,
    ],
  );
  container
    .bind(ids.acceptInvitation)
    .toResolvedValue(
      (accounts: AccountStore, setPassword: SetPassword, digester: KeyDigester, clock: Clock) =>
        new AcceptInvitation({ accounts, setPassword, digester, clock }),
      [ids.accountStore, ids.setPassword, ids.digester, ids.clock],
    );
  container
    .bind(ids.showOverview)
    .toResolvedValue(
      (limiter: RateLimiter, store: UsageStore, recordUsage: RecordUsage, clock: Clock) =>
        new ShowOverview({ plans, limiter, store, recordUsage, clock }),
      [ids.rateLimiter, ids.usageStore, ids.recordUsage, ids.clock],
    );
  container.bind(ids.dashboard).toResolvedValue(
    (
      signIn: SignIn,
      acceptInvitation: AcceptInvitation,
      setPassword: SetPassword,
      keepSessions: KeepSessions,
      manageOwnKeys: ManageOwnKeys,
      showOverview: ShowOverview,
      chargeQuota: ChargeQuota,
      issuePasswords: IssuePasswords,
      events: NoteEvents,
      accounts: AccountStore,
      clock: Clock,
    ) => {
      const { publicUrl, bulkMaxCount } = settings;
      const changePassword = new ChangePassword(signIn, setPassword, accounts);
      const admitToTry = new AdmitToTry(plans, chargeQuota);
      const entry = { signIn, acceptInvitation, setPassword, changePassword, keepSessions };
      const changes = new ActBrake({ clock, windows: newWindows(), acts: CHANGES_A_MINUTE });
      const pages = { manageOwnKeys, showOverview, admitToTry, issuePasswords, events, changes };
      return createDashboard({ ...entry, ...pages, publicUrl, bulkMaxCount });
    },
    [
      ids.signIn,
      ids.acceptInvitation,
      ids.setPassword,
      ids.keepSessions,
      ids.manageOwnKeys,
      ids.showOverview,
      ids.chargeQuota,
      ids.issuePasswords,
      ids.noteEvents,
      ids.accountStore,
      ids.clock,
    ],
  );
}
