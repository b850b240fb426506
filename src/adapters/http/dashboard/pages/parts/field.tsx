import type { Fault } from '../../../../../domain/errors.ts';

interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  faults?: readonly Fault[];
  /** Hides what is typed, until its reader shows it. */
  isSecret?: boolean;
  value?: string;
  autocomplete?: string;
  autocapitalize?: 'none';
  spellcheck?: boolean;
  inputmode?: 'email' | 'numeric';
  dir?: 'auto';
  required?: boolean;
}

/** One line to type, with what is wrong with it beside. Its name is its id too. */
export function Field({ name, label, hint, faults = [], isSecret = false, ...input }: FieldProps) {
  const attributes = { id: name, name, ...input, ...describing({ name, hint, faults }) };
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {isSecret ? <input type="password" {...attributes} /> : <input type="text" {...attributes} />}
      {isSecret && (
        <button type="button" class="small secondary outline" data-show={name} aria-pressed="false" hidden>
          Show
        </button>
      )}
      <FieldNotes name={name} label={label} hint={hint} faults={faults} />
    </div>
  );
}

interface Notes {
  name: string;
  hint?: string | undefined;
  faults: readonly Fault[];
}

/** What ties a field to its notes, where it has any. */
export function describing({ name, hint, faults }: Notes): { 'aria-invalid'?: 'true'; 'aria-describedby'?: string } {
  const isWrong = faults.some(({ field }) => field === name);
  const notes = [hint !== undefined && `${name}-hint`, isWrong && `${name}-fault`].filter(Boolean);
  return {
    ...(isWrong && { 'aria-invalid': 'true' as const }),
    ...(notes.length > 0 && { 'aria-describedby': notes.join(' ') }),
  };
}

export function FieldNotes({ name, label, hint, faults }: Notes & { label: string }) {
  const messages = faults.filter(({ field }) => field === name).map(({ message }) => `${label} ${message}.`);
  return (
    <>
      {hint !== undefined && <small id={`${name}-hint`}>{hint}</small>}
      {messages.length > 0 && (
        <small id={`${name}-fault`} class="fault">
          {messages.join(' ')}
        </small>
      )}
    </>
  );
}
