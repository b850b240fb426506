import { expect } from 'chai';
import { dashboardPages } from '../../../../support/dashboard-pages.ts';

const table = [
  ['an element', '<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)>'],
  ['the end of an attribute', '" autofocus onfocus="alert(1)', '&quot; autofocus onfocus=&quot;alert(1)'],
  ['the end of the element around', '</bdi></title></script><b>', '&lt;/bdi>&lt;/title>&lt;/script>&lt;b>'],
  ['an entity', '&lt;b&gt;', '&amp;lt;b&amp;gt;'],
  ['10,000 characters without a space', 'x'.repeat(10_000), 'x'.repeat(10_000)],
  ['a word from right to left', 'مفتاح', 'مفتاح'],
  ['what turns the direction', 'abc\u202Efed', 'abc\u202Efed'],
] as const;

/** Where a text may stand: apart from ours, in a field's value, or as a whole in a block of code. */
const places = [/<bdi class="written">[^<]*<\/bdi>/g, / value="[^"]*"/g, /<pre><code id="curl">[^<]*<\/code><\/pre>/g];

describe('what a customer wrote', () => {
  for (const [what, written, shown] of table) {
    for (const [name, html] of Object.entries(dashboardPages(written))) {
      it(`${what} is text alone, on the page ${name}`, () => {
        expect(html.includes(shown)).to.equal(name !== 'failure of nobody');
        const elsewhere = places.reduce((rest, place) => rest.replaceAll(place, ''), html);
        expect(elsewhere.includes(shown)).to.equal(false);
        expect(elsewhere).not.to.match(/<img|<b>|<[^>]* autofocus/);
      });
    }
  }
});
