import type { Fault } from '../../../../../domain/errors.ts';
import { passwordLength } from '../../../../../domain/password/password-policy.ts';
import { describing, Field, FieldNotes } from './field.tsx';

/** What was typed and chosen. */
export interface Wish {
  length: string;
  count: string;
  includeUppercase: boolean;
  includeLowercase: boolean;
  includeNumbers: boolean;
  includeSymbols: boolean;
}

const classes = [
  ['includeUppercase', 'Uppercase letters'],
  ['includeLowercase', 'Lowercase letters'],
  ['includeNumbers', 'Numbers'],
  ['includeSymbols', 'Symbols'],
] as const;

export const wishLabels = { length: 'Length', count: 'How many', ...Object.fromEntries(classes) };

interface WishFormProps {
  wish: Wish;
  maxCount: number;
  apiMaxCount: number;
  faults: Fault[];
}

/** Its numbers are lines of text: in a field for numbers a browser would lose whatever else was typed. */
export function WishForm({ wish, maxCount, apiMaxCount, faults }: WishFormProps) {
  const { minimum, maximum } = passwordLength;
  const more = apiMaxCount > maxCount ? ` The API itself makes up to ${apiMaxCount} in one request.` : '';
  return (
    <form method="post" action="/dashboard/try" class="card">
      <div class="fields">
        <Field
          name="length"
          label="Length"
          value={wish.length}
          hint={`${minimum} to ${maximum} characters.`}
          faults={faults}
          inputmode="numeric"
          autocomplete="off"
        />
        <Field
          name="count"
          label="How many"
          value={wish.count}
          hint={`1 to ${maxCount}.${more}`}
          faults={faults}
          inputmode="numeric"
          autocomplete="off"
        />
      </div>
      <fieldset>
        <legend>Made of</legend>
        {classes.map(([name, label]) => (
          <div key={name}>
            <label>
              <input
                type="checkbox"
                id={name}
                name={name}
                value="true"
                checked={wish[name]}
                {...describing({ name, faults })}
              />
              {label}
            </label>
            <FieldNotes name={name} label={label} faults={faults} />
          </div>
        ))}
      </fieldset>
      <button type="submit">Generate</button>
    </form>
  );
}
