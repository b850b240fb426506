import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { drawRatios } from './chart.ts';

export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly samples: readonly number[];
  /** The least that the median should be. */
  readonly goal?: number;
  /** The most that it should be. */
  readonly most?: number;
}

const results = new URL('results/', import.meta.url);

/** How many times as fast one was as the other, round by round. */
export function ratio(name: string, one: readonly number[], other: readonly number[], goal?: number): Figure {
  const samples = one.map((sample, round) => sample / (other[round] ?? Number.NaN));
  return { name, unit: 'ratio', samples, ...(goal === undefined ? {} : { goal }) };
}

/** Shows the figures as one table, and keeps them with the machine they were seen on. */
export async function report(figures: readonly Figure[], conditions: string): Promise<void> {
  const date = new Date().toISOString();
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, ${process.platform}`;
  const summaries = figures.map((figure) => ({ ...figure, ...summarize(figure.samples) }));
  const markdown = `${date}; ${machine}.\n${conditions}\n\n${toTable(summaries)}\n`;
  console.log(`\n${markdown}`);

  await mkdir(results, { recursive: true });
  const name = date.replace(/[:.]/g, '-');
  await writeFile(new URL(`${name}.md`, results), markdown);
  await writeFile(new URL(`${name}.svg`, results), drawRatios(summaries));
  const facts = { date, machine, conditions, figures: summaries };
  await writeFile(new URL(`${name}.json`, results), `${JSON.stringify(facts, undefined, 2)}\n`);
}

export interface Summary extends Figure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

function summarize(samples: readonly number[]): Omit<Summary, keyof Figure> {
  const sorted = samples.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return { median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, min: at(0), max: at(sorted.length - 1) };
}

function toTable(figures: readonly Summary[]): string {
  const rows = figures.map(({ name, unit, median, min, max, goal, most }) => [
    name,
    unit,
    show(median),
    `${show(min)} – ${show(max)}`,
    [
      ...(goal === undefined ? [] : [`≥ ${show(goal)}: ${median >= goal ? 'met' : 'missed'}`]),
      ...(most === undefined ? [] : [`≤ ${show(most)}: ${median <= most ? 'met' : 'missed'}`]),
    ].join(''),
  ]);
  const table = [['figure', 'unit', 'median', 'min – max', 'goal'], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`);
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

function show(value: number): string {
  return value < 100 ? value.toFixed(2) : Math.round(value).toLocaleString('en');
}
