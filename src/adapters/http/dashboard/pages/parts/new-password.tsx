import { passwordCharacters } from '../../../../../domain/account/password-rules.ts';
import type { Fault } from '../../../../../domain/errors.ts';
import { Copyable } from './copyable.tsx';
import { Field } from './field.tsx';

/** A password to be set, and one that the service proposes: whoever takes it has nothing to think of. */
export function NewPassword({ label, proposal, faults }: { label: string; proposal: string; faults: Fault[] }) {
  const { minimum, maximum } = passwordCharacters;
  return (
    <>
      <Field
        name="password"
        label={label}
        isSecret
        autocomplete="new-password"
        hint={`${minimum} characters or more, ${maximum} at most.`}
        faults={faults}
        required
      />
      <div class="proposal">
        <p>Here is one that was made for you just now, and is kept nowhere:</p>
        <Copyable id="proposal" text={proposal} what="the proposed password" />
        <button type="button" class="small secondary" data-use="proposal" data-into="password" hidden>
          Use this one
        </button>
      </div>
    </>
  );
}
