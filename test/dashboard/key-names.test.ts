import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { faultsOf, headingOf, idsBelow, rowsOf, tagsOf, typedIn } from '../support/dashboard-page.ts';
import { ACCOUNT, addCustomer, enter, KEYS, type Visitor } from '../support/dashboard-visit.ts';
import { startService, type TestService } from '../support/service.ts';

const fault = 'Name must be 1 to 100 characters, no control characters, and hold no API key';

/** Names that somebody may have, each shown as it is and nothing but a text. */
const taken = [
  '<img src=x onerror=alert(1)>',
  '</td></table><script>alert(1)</script>',
  `"double" 'single' \`back\``,
  '" autofocus onfocus="alert(1)',
  '&lt;b&gt; &amp;amp; &#39;',
  '{{7*7}} <%= 7*7 %>',
  'مفتاح الخادم',
  'gpj.\u202Eexe',
  'a\u2028b',
  '😀'.repeat(50),
  'x'.repeat(100),
  'pgs_',
  'null',
];

/** Names that nobody may have, and what the field shows then. */
const refused: [what: string, name: string, kept: string][] = [
  ['101 characters', 'x'.repeat(101), 'x'.repeat(101)],
  ['10,000 characters', '<"&\'é'.repeat(2000), '<"&\'é'.repeat(2000)],
  ['10,000 characters of four bytes', '🦊'.repeat(10_000), '🦊'.repeat(10_000)],
  ['a control character', 'a\u001B[31mb', 'a\u001B[31mb'],
  ['a zero byte', 'a\u0000b', 'a\u0000b'],
  ['two lines', 'a\r\nb', 'a\r\nb'],
];

describe('the name of an API key', () => {
  let service: TestService;
  let visitor: Visitor;
  beforeEach(async () => {
    service = await startService();
    await addCustomer(service, 'acme');
    visitor = await enter(service, 'acme');
  });
  afterEach(() => service.stop());

  const names = async () => {
    const keys = await service.container.get(ids.administerKeys).list({ subscriberId: 'acme' });
    return keys.map(({ name }) => name);
  };
  const onlyId = async () => idsBelow((await visitor.get(KEYS)).text, KEYS)[0] ?? '';

  for (const name of taken) {
    it(`may be ${JSON.stringify(name).slice(0, 40)}, and is shown as a text alone`, async () => {
      const created = await visitor.post(KEYS, { name, expiry: '' });
      expect(created.status).to.equal(200);
      expect(await names()).to.deep.equal([name]);
      const id = await onlyId();
      await visitor.post(`${KEYS}/${id}/rename`, { name });
      const shown = name.replace(/\s/g, ' ');
      const [list, one, revoke] = [
        await visitor.get(KEYS),
        await visitor.get(`${KEYS}/${id}`),
        await visitor.get(`${KEYS}/${id}/revoke`),
      ];
      expect(rowsOf(list.text)[0]?.[0]).to.equal(shown);
      expect([headingOf(one.text), typedIn(one.text, 'name')]).to.deep.equal([shown, name]);
      const account = await visitor.get(ACCOUNT);
      for (const { text } of [created, list, one, revoke, account]) {
        expect(tagsOf(text).join('')).not.to.match(/<img|<script>| on\w+=| autofocus/);
        if (text.includes(name)) expect(text, 'in its own direction').to.contain(`<bdi class="written">${name}</bdi>`);
      }
    });
  }

  for (const [what, name, kept] of refused) {
    it(`may not be ${what}: the form is kept`, async () => {
      const page = await visitor.post(KEYS, { name, expiry: '30d' });
      expect([page.status, faultsOf(page.text), typedIn(page.text, 'name')]).to.deep.equal([422, [fault], kept]);
      expect(await names()).to.deep.equal([]);
      await visitor.post(KEYS, { name: 'build', expiry: '' });
      const renamed = await visitor.post(`${KEYS}/${await onlyId()}/rename`, { name });
      expect([renamed.status, faultsOf(renamed.text)]).to.deep.equal([422, [fault]]);
      expect([headingOf(renamed.text), typedIn(renamed.text, 'name')]).to.deep.equal(['build', kept]);
      expect(await names()).to.deep.equal(['build']);
    });
  }

  it('is told together with what else is wrong', async () => {
    const page = await visitor.post(KEYS, { name: 'a\u0000b', expiry: 'soon' });
    const faults = [fault, 'Expiry must be one of the times listed'];
    expect([page.status, faultsOf(page.text), typedIn(page.text, 'name')]).to.deep.equal([422, faults, 'a\u0000b']);
  });

  it('is removed by an empty field, and not by none', async () => {
    await visitor.post(KEYS, { name: 'build', expiry: '' });
    const id = await onlyId();
    for (const fields of [{}, { Name: 'x' }]) {
      const page = await visitor.post(`${KEYS}/${id}/rename`, fields);
      const missing = ['Name must be sent: empty where there is to be none'];
      expect([page.status, faultsOf(page.text), typedIn(page.text, 'name')]).to.deep.equal([422, missing, 'build']);
    }
    expect(await names()).to.deep.equal(['build']);
    expect((await visitor.post(`${KEYS}/${id}/rename`, { name: '' })).status).to.equal(303);
    expect(await names()).to.deep.equal([null]);
  });

  it('may not hold a key, which is shown no more', async () => {
    for (const name of [service.key, `for ${service.key}!`]) {
      const page = await visitor.post(KEYS, { name, expiry: '' });
      expect(page.text).not.to.contain(service.key.slice(8, -4));
      expect([page.status, faultsOf(page.text)]).to.deep.equal([422, [fault]]);
      expect(typedIn(page.text, 'name')).to.equal(name.replace(service.key, 'pgs_***'));
    }
  });
});
