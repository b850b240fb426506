import type { Fault } from '../../../../../domain/errors.ts';
import { describing, FieldNotes } from './field.tsx';

/** By what is sent; the first one is chosen. */
const overlaps = [
  ['24h', 'In 24 hours'],
  ['1h', 'In 1 hour'],
  ['7d', 'In 7 days'],
  ['0', 'At once'],
] as const;

export function RotateKeyForm({ action, faults }: { action: string; faults: Fault[] }) {
  return (
    <form method="post" action={action} class="card" aria-labelledby="rotate">
      <h2 id="rotate">Rotate</h2>
      <p>
        Creates a key of the same name and expiry. Both work until the old one ends, so that you can change over in
        peace.
      </p>
      <fieldset id="overlap" {...describing({ name: 'overlap', faults })}>
        <legend>When does the old key end?</legend>
        {overlaps.map(([value, label], index) => (
          <label key={value}>
            <input type="radio" name="overlap" value={value} checked={index === 0} />
            {label}
          </label>
        ))}
        <FieldNotes name="overlap" label="The end of the old key" faults={faults} />
      </fieldset>
      <button type="submit">Rotate</button>
    </form>
  );
}
