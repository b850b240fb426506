import type { Fault } from '../../../../domain/errors.ts';
import { Layout } from './layout.tsx';
import { NewPassword } from './parts/new-password.tsx';
import { Notices } from './parts/notices.tsx';

interface InvitationPageProps {
  action: string;
  email: string;
  proposal: string;
  faults: Fault[];
}

/** The address has no name and is not sent: it stands there for password managers, which keep a password under it. */
export function InvitationPage({ action, email, proposal, faults }: InvitationPageProps) {
  return (
    <Layout title="Set your password" visitor={null}>
      <h1>Set your password</h1>
      <Notices faults={faults} labels={{ password: 'Password' }} />
      <form method="post" action={action} class="card">
        <div class="field">
          <label for="username">E-mail</label>
          <input id="username" type="text" value={email} autocomplete="username" readonly />
        </div>
        <NewPassword label="Password" proposal={proposal} faults={faults} />
        <button type="submit">Set the password</button>
      </form>
      <p class="muted">This invitation works once. You sign in with this e-mail and this password from then on.</p>
    </Layout>
  );
}
