import type { AuditAction, AuditEvent } from '../../../../../domain/account/audit-event.ts';
import { browserName } from './browser-name.ts';
import { Moment } from './moment.tsx';
import { Written } from './written.tsx';

const words: Readonly<Record<AuditAction, string>> = {
  'key-created': 'Key created',
  'key-renamed': 'Key renamed',
  'key-rotated': 'Key rotated',
  'key-revoked': 'Key revoked',
  invited: 'Invited to set a password',
  'password-set': 'Password set',
  'password-changed': 'Password changed',
  'signed-in': 'Signed in',
  'signed-out': 'Signed out',
  'session-ended': 'Session ended',
};

export function AuditTable({ events }: { events: readonly AuditEvent[] }) {
  if (events.length === 0) return <p class="empty">Nothing yet.</p>;
  return (
    <table class="stacked">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">When</th>
          <th scope="col">Of what</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>{events.map(EventRow)}</tbody>
    </table>
  );
}

function EventRow({ id, action, atMs, subject, name, address }: AuditEvent) {
  return (
    <tr key={id}>
      <th scope="row">{words[action]}</th>
      <td data-label="When">
        <Moment atMs={atMs} />
      </td>
      <td data-label="Of what">
        {subject === null && name === null && '–'}
        {subject !== null && <Written text={browserName(subject)} />}
        {subject !== null && name !== null && ' '}
        {name !== null && <Written text={name} />}
      </td>
      <td data-label="From">{address === null ? 'the operator' : <Written text={address} />}</td>
    </tr>
  );
}
