import type { Fault } from '../../../../../domain/errors.ts';
import { describing, Field, FieldNotes } from './field.tsx';

export const createKeyLabels = { name: 'Name', expiry: 'Expiry' };

/** By what is sent. */
const expiries = [
  ['', 'Never'],
  ['7d', 'In 7 days'],
  ['30d', 'In 30 days'],
  ['90d', 'In 90 days'],
  ['365d', 'In 365 days'],
] as const;

interface CreateKeyFormProps {
  draft: { name: string; expiry: string };
  faults: Fault[];
  /** So many keys are live that there can't be one more. */
  isFull: boolean;
}

/** It stays usable when no key can be added: one may have ended since the page was made. */
export function CreateKeyForm({ draft, faults, isFull }: CreateKeyFormProps) {
  const { name, expiry } = createKeyLabels;
  return (
    <form method="post" action="/dashboard/settings/api-keys" class="card" aria-labelledby="create">
      <h2 id="create">Create a key</h2>
      {isFull && (
        <p class="notice">
          You have as many live keys as you may have. Revoke one that is not needed any more, and then create another.
        </p>
      )}
      <div class="fields">
        <Field
          name="name"
          label={name}
          value={draft.name}
          hint="What it is for, such as “build server”."
          faults={faults}
          dir="auto"
          autocomplete="off"
        />
        <div class="field">
          <label for="expiry">{expiry}</label>
          <select id="expiry" name="expiry" {...describing({ name: 'expiry', faults })}>
            {expiries.map(([value, label]) => (
              <option key={value} value={value} selected={value === draft.expiry}>
                {label}
              </option>
            ))}
          </select>
          <FieldNotes name="expiry" label={expiry} faults={faults} />
        </div>
      </div>
      <button type="submit">Create a key</button>
    </form>
  );
}
