import type { Fault } from '../../../../../domain/errors.ts';

interface NoticesProps {
  notice?: string | null;
  faults?: readonly Fault[];
  /** The fields of the page's forms by their names; each is the id of its element too. */
  labels?: Readonly<Record<string, string>>;
}

/** At the top of a page: what was done, or all that has to be mended, each with a link to where. */
export function Notices({ notice = null, faults = [], labels = {} }: NoticesProps) {
  return (
    <>
      {notice !== null && (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      {faults.length > 0 && (
        <div class="notice wrong" role="alert" tabindex={-1} data-faults>
          <p>
            <strong>Nothing was done. Please mend this:</strong>
          </p>
          <ul>
            {faults.map((fault) => (
              <li key={`${fault.field} ${fault.message}`}>
                <FaultLine fault={fault} label={labels[fault.field]} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function FaultLine({ fault: { field, message }, label }: { fault: Fault; label: string | undefined }) {
  if (label === undefined) return <>{`${field} ${message}`.trim()}</>;
  return <a href={`#${field}`}>{`${label} ${message}`}</a>;
}
