import type { AuditEvent } from '../../../../domain/account/audit-event.ts';
import type { Session } from '../../../../domain/account/session.ts';
import type { Fault } from '../../../../domain/errors.ts';
import { Layout, type Visitor } from './layout.tsx';
import { AuditTable } from './parts/audit-table.tsx';
import { Field } from './parts/field.tsx';
import { NewPassword } from './parts/new-password.tsx';
import { Notices } from './parts/notices.tsx';
import { SessionTable } from './parts/session-table.tsx';
import { Written } from './parts/written.tsx';

interface AccountPageProps {
  visitor: Visitor;
  sessions: Session[];
  currentSessionId: string;
  events: AuditEvent[];
  proposal: string;
  faults: Fault[];
  notice: string | null;
}

const labels = { current: 'Current password', password: 'New password' };

export function AccountPage(props: AccountPageProps) {
  const { visitor, sessions, currentSessionId, events, proposal, faults, notice } = props;
  return (
    <Layout title="Account" visitor={visitor} section="account">
      <hgroup>
        <h1>Account</h1>
        <p>
          Signed in as <Written text={visitor.email} /> for the subscriber <code>{visitor.subscriberId}</code>.
        </p>
      </hgroup>
      <Notices notice={notice} faults={faults} labels={labels} />
      <ChangePassword email={visitor.email} proposal={proposal} faults={faults} />
      <section aria-labelledby="sessions">
        <h2 id="sessions">Where you are signed in</h2>
        <SessionTable sessions={sessions} currentSessionId={currentSessionId} />
      </section>
      <section aria-labelledby="events">
        <h2 id="events">What happened</h2>
        <AuditTable events={events} />
      </section>
    </Layout>
  );
}

/** The hidden address is for password managers, which else would not know whose password they are to replace. */
function ChangePassword({ email, proposal, faults }: { email: string; proposal: string; faults: Fault[] }) {
  return (
    <form method="post" action="/dashboard/settings/account/password" class="card" aria-labelledby="change">
      <h2 id="change">Change the password</h2>
      <input type="text" value={email} autocomplete="username" readonly hidden />
      <Field name="current" label={labels.current} isSecret autocomplete="current-password" faults={faults} required />
      <NewPassword label={labels.password} proposal={proposal} faults={faults} />
      <button type="submit">Change the password</button>
    </form>
  );
}
