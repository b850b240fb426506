import type { Session } from '../../../../../domain/account/session.ts';
import { browserName } from './browser-name.ts';
import { Moment } from './moment.tsx';
import { Written } from './written.tsx';

export function SessionTable({ sessions, currentSessionId }: { sessions: Session[]; currentSessionId: string }) {
  return (
    <table class="stacked">
      <thead>
        <tr>
          <th scope="col">Browser</th>
          <th scope="col">Address</th>
          <th scope="col">Signed in</th>
          <th scope="col">Last seen</th>
          <th scope="col">
            <span class="unseen">End it</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} isCurrent={session.id === currentSessionId} />
        ))}
      </tbody>
    </table>
  );
}

function SessionRow({ session, isCurrent }: { session: Session; isCurrent: boolean }) {
  const { id, browser, address, createdAtMs, lastSeenAtMs } = session;
  return (
    <tr>
      <th scope="row">{browser === '' ? <em>unknown</em> : <Written text={browserName(browser)} />}</th>
      <td data-label="Address">
        <Written text={address} />
      </td>
      <td data-label="Signed in">
        <Moment atMs={createdAtMs} />
      </td>
      <td data-label="Last seen">
        <Moment atMs={lastSeenAtMs} />
      </td>
      <td>
        {isCurrent ? (
          <span class="badge active">this one</span>
        ) : (
          <form method="post" action={`/dashboard/settings/account/sessions/${encodeURIComponent(id)}/end`}>
            <button type="submit" class="small secondary outline">
              End
              <span class="unseen">
                {' '}
                the session from <Moment atMs={createdAtMs} />
              </span>
            </button>
          </form>
        )}
      </td>
    </tr>
  );
}
