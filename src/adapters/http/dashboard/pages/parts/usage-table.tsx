import type { Usage, UsageStep } from '../../../../../domain/account/usage.ts';
import { wholeNumber } from './whole-number.ts';

interface UsageTableProps {
  /** What a step is called. */
  step: string;
  steps: readonly UsageStep[];
  /** Of each step, in the same order. */
  labels: readonly string[];
  total: Usage;
}

/** The latest first: it is what somebody looks for. */
export function UsageTable({ step, steps, labels, total }: UsageTableProps) {
  const rows = steps.map((usage, index) => ({ ...usage, label: labels[index] ?? '' })).reverse();
  return (
    <table class="numbers">
      <thead>
        <tr>
          <th scope="col">{step} (UTC)</th>
          <th scope="col">Requests</th>
          <th scope="col">Passwords</th>
          <th scope="col">Refused</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ atMs, label, ...usage }) => (
          <tr key={atMs}>
            <th scope="row">
              <time datetime={new Date(atMs).toISOString()}>{label}</time>
            </th>
            <Cells usage={usage} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <Cells usage={total} />
        </tr>
      </tfoot>
    </table>
  );
}

function Cells({ usage: { requests, passwords, refusals } }: { usage: Usage }) {
  return (
    <>
      <td>{wholeNumber(requests)}</td>
      <td>{wholeNumber(passwords)}</td>
      <td>{wholeNumber(refusals)}</td>
    </>
  );
}
