import { expect } from 'chai';
import { OverviewPage } from '../../../../../src/adapters/http/dashboard/pages/overview-page.tsx';
import { renderPage } from '../../../../../src/adapters/http/dashboard/pages/render.ts';
import { noUsage, type UsageSpan } from '../../../../../src/domain/account/usage.ts';
import { stepsOf } from '../../../../support/dashboard-pages.ts';

type Props = Parameters<typeof OverviewPage>[0];

const usual: Props = {
  visitor: { email: 'ada@example.com', subscriberId: 'acme', name: null },
  plan: { id: 'enterprise', requestsPerMinute: 1200, apiAccess: true },
  isSuspended: false,
  quota: { limit: 1200, remaining: 1199, availableInSeconds: 0 },
  usage: { hour: stepsOf('hour'), day: stepsOf('day'), month: stepsOf('month') },
};

function shown(facts: Partial<Props> = {}): string {
  return renderPage(OverviewPage({ ...usual, ...facts }));
}

/** The section of a span. */
function sectionOf(span: UsageSpan, html = shown()): string {
  return new RegExp(`<section class="card" aria-labelledby="usage-${span}">.*?</section>`, 's').exec(html)?.[0] ?? '';
}

/** The rows of its table, by their cells. */
function rowsOf(section: string): string[][] {
  const rows = [...section.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => row);
  return rows.map((row) => [...row.matchAll(/<t[hd].*?>(?:<time[^>]*>)?([^<]*)/g)].map(([, cell = '']) => cell));
}

describe('OverviewPage', () => {
  const spans = [
    ['hour', 'Minute (UTC)', ['23:31', '60', '59,000', '0'], ['22:32', '1', '0', '1'], ['1,830', '1,770,000', '1']],
    ['day', 'Hour (UTC)', ['23:00', '24', '23,000', '0'], ['00:00', '1', '0', '1'], ['300', '276,000', '1']],
    ['month', 'Day (UTC)', ['2026-11-21', '30', '29,000', '0'], ['2026-10-23', '1', '0', '1'], ['465', '435,000', '1']],
  ] as const;
  for (const [span, heading, latest, first, totals] of spans) {
    it(`tells the ${span} in words, as bars and as a table`, () => {
      const section = sectionOf(span);
      const rows = rowsOf(section);
      expect(rows).to.have.length(stepsOf(span).length + 2);
      expect(rows[0]).to.deep.equal([heading, 'Requests', 'Passwords', 'Refused']);
      expect(rows[1]).to.deep.equal(latest);
      expect(rows.at(-2)).to.deep.equal(first);
      expect(rows.at(-1)).to.deep.equal(['Total', ...totals]);
      const words = [...section.matchAll(/<figcaption><strong>(.*?)<\/strong>(.*?)<\/figcaption>/g)];
      expect(words.map(([, count, of]) => `${count}${of}`)).to.deep.equal([
        `${totals[0]} requests`,
        `${totals[1]} passwords issued`,
        '1 request refused (429)',
      ]);
      const bars = [...section.matchAll(/<figure class="(\w+)">(.*?)<\/figure>/gs)];
      const steps = stepsOf(span).length;
      expect(bars.map(([, of, chart]) => [of, chart?.match(/class="bar"/g)?.length])).to.deep.equal([
        ['requests', steps],
        ['passwords', steps - 1],
        ['refusals', 1],
      ]);
    });
  }

  it('draws the highest bar as high as the chart, and the lowest so that it is seen', () => {
    const heights = [...sectionOf('hour').matchAll(/class="bar" x="[\d.]+" y="[\d.]+" width="8" height="([\d.]+)"/g)];
    const requests = heights.slice(0, 60).map(([, height]) => Number(height));
    expect([requests[0], requests[29], requests[59]]).to.deep.equal([2, 50, 100]);
  });

  it('shows that nothing was used', () => {
    const usage = { ...usual.usage, day: stepsOf('day').map(({ atMs }) => ({ ...noUsage, atMs })) };
    const section = sectionOf('day', shown({ usage }));
    expect(section).not.to.contain('class="bar"');
    expect(rowsOf(section).at(-1)).to.deep.equal(['Total', '0', '0', '0']);
  });

  it('marks what the script keeps up to date', () => {
    expect(shown()).to.contain('<span data-live="remaining">1199</span> of <span data-live="limit">1200</span>');
    expect(shown()).to.contain('<span data-live="wait">0</span>');
    expect(shown()).to.contain('<progress data-live="meter" value="1199" max="1200"');
  });

  const plans: [string, Partial<NonNullable<Props['plan']>>, string][] = [
    ['without a price', {}, '<p>1,200 requests a minute</p>'],
    ['by the month', { price: { amountUsd: 29.99, per: 'month' } }, '<p>1,200 requests a minute, $29.99 a month</p>'],
    ['by the year', { price: { amountUsd: 1990, per: 'year' } }, '<p>1,200 requests a minute, $1,990 a year</p>'],
    ['without access', { apiAccess: false }, '<p>Without access to the API</p>'],
  ];
  for (const [what, facts, words] of plans) {
    it(`tells a plan ${what}`, () => {
      const plan = { id: 'p', requestsPerMinute: 1200, apiAccess: true, ...facts };
      expect(shown({ plan })).to.contain(words);
    });
  }

  const unknown = [
    ['can not be asked for', usual.plan, 'What is left can&#39;t be told just now.'],
    ['is of no known plan', null, 'What is left can&#39;t be told just now.'],
    ['is none', { id: 'free', requestsPerMinute: 0, apiAccess: false }, 'Your plan has no access to the API'],
  ] as const;
  for (const [what, plan, words] of unknown) {
    it(`tells that the quota ${what}, and marks nothing`, () => {
      const html = shown({ plan, quota: null });
      expect(html.replaceAll("'", '&#39;')).to.contain(words);
      expect(html).not.to.contain('data-live');
    });
  }

  it('tells that the subscription is suspended, where it is', () => {
    expect(shown({ isSuspended: true })).to.contain('Your subscription is suspended.');
    expect(shown()).not.to.contain('suspended');
  });
});
