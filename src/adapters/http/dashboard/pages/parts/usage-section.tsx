import { noUsage, sumOf, type UsageSpan, type UsageStep } from '../../../../../domain/account/usage.ts';
import { BarChart } from './bar-chart.tsx';
import { UsageTable } from './usage-table.tsx';
import { wholeNumber } from './whole-number.ts';

const spans = {
  hour: { title: 'Last hour', step: 'Minute' },
  day: { title: 'Last day', step: 'Hour' },
  month: { title: 'Last 30 days', step: 'Day' },
} as const;

const measures = [
  { of: 'requests', one: 'request', many: 'requests' },
  { of: 'passwords', one: 'password issued', many: 'passwords issued' },
  { of: 'refusals', one: 'request refused (429)', many: 'requests refused (429)' },
] as const;

/** What was used within a span: in words, as charts, and as the numbers they show. */
export function UsageSection({ span, steps }: { span: UsageSpan; steps: readonly UsageStep[] }) {
  const { title, step } = spans[span];
  const total = steps.reduce(sumOf, noUsage);
  const labels = steps.map(({ atMs }) => beginning(span, atMs));
  return (
    <section class="card" aria-labelledby={`usage-${span}`}>
      <h3 id={`usage-${span}`}>{title}</h3>
      <div class="charts">
        {measures.map(({ of, one, many }) => (
          <figure key={of} class={of}>
            <figcaption>
              <strong>{wholeNumber(total[of])}</strong> {total[of] === 1 ? one : many}
            </figcaption>
            <BarChart bars={steps.map((usage, index) => ({ label: labels[index] ?? '', value: usage[of] }))} />
          </figure>
        ))}
      </div>
      <details>
        <summary>{title} as a table</summary>
        <UsageTable step={step} steps={steps} labels={labels} total={total} />
      </details>
    </section>
  );
}

/** When a step began, in UTC: its time within a day, else its date. */
function beginning(span: UsageSpan, atMs: number): string {
  const [day = '', time = ''] = new Date(atMs).toISOString().split('T');
  return span === 'month' ? day : time.slice(0, 5);
}
