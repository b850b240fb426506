import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page by all of its rules, the best practices among them: a line each. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(await source);
  const { violations } = await page.evaluate<{ violations: Violation[] }>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => ({ violations }))`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.replace(/\s+/g, ' ')}`),
  );
}
