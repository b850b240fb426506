import { wholeNumber } from './whole-number.ts';

interface Bar {
  label: string;
  value: number;
}

const HEIGHT = 100;
const PITCH = 10;
const GAP = 2;
/** So that one of a million is not as nothing. */
const LOWEST = 2;

/**
 * Bars from left to right, the last one under way. It is drawn without a word in it, because it is stretched to its place;
 * nothing of it is read aloud: the same numbers stand in a table.
 */
export function BarChart({ bars }: { bars: readonly Bar[] }) {
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  return (
    <div class="chart" aria-hidden="true">
      <span class="scale">Highest: {wholeNumber(highest)}</span>
      <svg viewBox={`0 0 ${bars.length * PITCH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ label, value }, index) => (
          <g key={label}>
            <title>{`${label}: ${wholeNumber(value)}`}</title>
            <rect class="room" x={index * PITCH} y={0} width={PITCH} height={HEIGHT} />
            {value > 0 && <BarShape index={index} height={Math.max(LOWEST, (value / highest) * HEIGHT)} />}
          </g>
        ))}
      </svg>
      <p class="axis">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}, under way</span>
      </p>
    </div>
  );
}

function BarShape({ index, height }: { index: number; height: number }) {
  const rounded = Math.round(height * 10) / 10;
  return <rect class="bar" x={index * PITCH + GAP / 2} y={HEIGHT - rounded} width={PITCH - GAP} height={rounded} />;
}
