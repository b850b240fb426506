const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const usageSpans = ['hour', 'day', 'month'] as const;

/** What stands within a line, and parts no words. */
const inline = /<\/?(a|bdi|code|em|span|strong|time)\b[^>]*>/g;

/** What a reader sees of a piece of HTML. */
export function textOf(html: string): string {
  return decode(html.replace(inline, '').replace(/<(head|svg)\b.*?<\/\1>|<[^>]+>/gs, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The heading of a page. */
export function headingOf(html: string): string {
  return textOf(/<h1>.*?<\/h1>/s.exec(html)?.[0] ?? '');
}

/** What stands in a field of a form. */
export function typedIn(html: string, name: string): string {
  const input = new RegExp(`<input (?:[^>"]|"[^"]*")*name="${name}"(?:[^>"]|"[^"]*")*>`).exec(html)?.[0] ?? '';
  return decode(/ value="([^"]*)"/.exec(input)?.[1] ?? '');
}

/** What has to be mended, or why nothing came of it. */
export function faultsOf(html: string): string[] {
  const notice = /<(div|p) class="notice wrong".*?<\/\1>/s.exec(html)?.[0] ?? '';
  const faults = [...notice.matchAll(/<li>(.*?)<\/li>/gs)].map(([, fault = '']) => textOf(fault));
  return notice === '' || faults.length > 0 ? faults : [textOf(notice)];
}

/** What was done, as a page tells it. */
export function noticeOf(html: string): string {
  return textOf(/<p class="notice" role="status">.*?<\/p>/s.exec(html)?.[0] ?? '');
}

/** What may be copied, by the element's id: a new key, a request, a password. */
export function copyableOf(html: string, id: string): string {
  return textOf(new RegExp(`<code id="${id}">[^<]*`).exec(html)?.[0] ?? '');
}

/** The rows of a table's body, a text for each cell. It is the table below a heading's id where that is told. */
export function rowsOf(html: string, heading = ''): string[][] {
  const from = heading === '' ? 0 : html.indexOf(`<h2 id="${heading}">`);
  const [, body = ''] = /<tbody>(.*?)<\/tbody>/s.exec(html.slice(from)) ?? [];
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd]\b.*?<\/t[hd]>/gs)].map(([cell]) => textOf(cell)),
  );
}

/** The tags of a page, without what stands in their attributes. */
export function tagsOf(html: string): string[] {
  return (html.match(/<(?:[^>"]|"[^"]*")*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'));
}

/** The ids that links and forms of a page name below a path. */
export function idsBelow(html: string, path: string): string[] {
  return [...html.matchAll(new RegExp(`"${path}/([^/"]+)`, 'g'))].map(([, id = '']) => id);
}

/** Requests, passwords and refusals of each span, as the overview says them in words. */
export function usageOf(html: string): Record<string, number[]> {
  return Object.fromEntries(
    usageSpans.map((span) => {
      const section = html.slice(html.indexOf(`id="usage-${span}"`)).split('</section>')[0] ?? '';
      const figures = [...section.matchAll(/<figcaption><strong>([\d,]+)/g)];
      return [span, figures.map(([, number = '']) => Number(number.replaceAll(',', '')))];
    }),
  );
}

function decode(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name) => entities[name] ?? whole);
}
