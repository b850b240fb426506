import type { Summary } from './report.ts';

const ROW = 24;
const NAMES = 430;
const BARS = 360;

/** The ratios as bars, each with its spread and, where it has one, a mark at its goal. */
export function drawRatios(figures: readonly Summary[]): string {
  const ratios = figures.filter(({ unit }) => unit === 'ratio');
  const largest = Math.max(...ratios.flatMap(({ max, goal = 0, most = 0 }) => [max, goal, most]));
  const at = (value: number) => NAMES + (value / largest) * BARS;
  const rows = ratios.map(({ name, median, min, max, goal, most }, row) => {
    const y = ROW * row + 8;
    const middle = y + ROW / 2 - 4;
    const limit = goal ?? most;
    return [
      `<text x="${NAMES - 8}" y="${middle + 4}" text-anchor="end">${toXml(name)}</text>`,
      `<rect x="${NAMES}" y="${y}" width="${(at(median) - NAMES).toFixed(1)}" height="${ROW - 8}" fill="#4a7fb5"/>`,
      `<line x1="${at(min).toFixed(1)}" x2="${at(max).toFixed(1)}" y1="${middle}" y2="${middle}" stroke="#222"/>`,
      limit === undefined
        ? ''
        : `<line x1="${at(limit).toFixed(1)}" x2="${at(limit).toFixed(1)}" y1="${y - 2}" y2="${y + ROW - 6}" stroke="#c33" stroke-width="2"/>`,
      `<text x="${NAMES + BARS + 8}" y="${middle + 4}">${median.toFixed(2)}</text>`,
    ].join('');
  });
  const size = `width="${NAMES + BARS + 60}" height="${ROW * ratios.length + 8}"`;
  const style = 'font-family="sans-serif" font-size="12"';
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${style}><rect width="100%" height="100%" fill="#fff"/>\n${rows.join('\n')}\n</svg>\n`;
}

function toXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
