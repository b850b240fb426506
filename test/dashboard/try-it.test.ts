import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import { copyableOf, faultsOf, typedIn } from '../support/dashboard-page.ts';
import { enter, type Visitor } from '../support/dashboard-visit.ts';
import { startService, type TestService } from '../support/service.ts';

const TRY = '/dashboard/try';
const all = { includeUppercase: 'true', includeLowercase: 'true', includeNumbers: 'true', includeSymbols: 'true' };
const labels: Record<string, string> = { length: 'Length', count: 'How many' };

/** What is typed, and the same as a body of the API's. */
const bodies: [typed: Record<string, string>, body: Record<string, unknown>][] = [
  [{ length: '20', count: '1', ...all }, { length: 20 }],
  [{ length: ' 8 ', count: '1', ...all }, { length: 8 }],
  [
    { length: '128', count: '3', ...all },
    { length: 128, count: 3 },
  ],
  [
    { length: '12', count: '100', includeNumbers: 'true' },
    { length: 12, count: 100, includeUppercase: false, includeLowercase: false, includeSymbols: false },
  ],
  [{ length: '7', count: '1', ...all }, { length: 7 }],
  [{ length: '129', count: '1', ...all }, { length: 129 }],
  [{ length: '20.5', count: '1', ...all }, { length: 20.5 }],
  [{ length: '1e1', count: '1', ...all }, { length: '1e1' }],
  [{ length: '', count: '1', ...all }, {}],
  [
    { length: 'many', count: 'some', ...all },
    { length: 'many', count: 'some' },
  ],
  [
    { length: '-20', count: '-1', ...all },
    { length: -20, count: -1 },
  ],
  [
    { length: '20', count: '0', ...all },
    { length: 20, count: 0 },
  ],
  [
    { length: '20', count: '101', ...all },
    { length: 20, count: 101 },
  ],
  [
    { length: '7', count: '101', ...all },
    { length: 7, count: 101 },
  ],
  [{ length: '99999999999999999999', count: '1', ...all }, { length: 1e20 }],
  [
    { length: '20', count: '2' },
    {
      length: 20,
      count: 2,
      includeUppercase: false,
      includeLowercase: false,
      includeNumbers: false,
      includeSymbols: false,
    },
  ],
  [
    { length: '7', count: '1' },
    { length: 7, includeUppercase: false, includeLowercase: false, includeNumbers: false, includeSymbols: false },
  ],
];

describe('a try of the API on the dashboard', () => {
  let service: TestService;
  let visitor: Visitor;
  beforeEach(async () => {
    service = await startService({ settings: { bulkMaxCount: 100 } }); // as many as the page makes
    visitor = await enter(service);
  });
  afterEach(() => service.stop());

  const remaining = async () => (await visitor.get('/dashboard/quota')).json.remaining;
  const passwordsIn = (html: string) =>
    [...html.matchAll(/<code id="(password-\d+)">/g)].map(([, id = '']) => copyableOf(html, id));

  for (const [typed, body] of bodies) {
    it(`is judged as the endpoint judges ${JSON.stringify(body)}`, async () => {
      const path = 'count' in body ? '/api/passwords/bulk' : '/api/passwords';
      const asked = await service.call({ path, body });
      const page = await visitor.post(TRY, typed);
      expect(await remaining(), 'both count').to.equal(148);
      if (asked.status === 200) {
        expect(page.status).to.equal(200);
        const passwords = passwordsIn(page.text);
        expect(passwords).to.have.lengthOf(Number(body.count ?? 1));
        for (const password of passwords) expect(password).to.have.lengthOf(Number(body.length));
        expect(page.text).to.contain(`>${(asked.json.data.passwords?.[0] ?? asked.json.data).strength}</strong>`);
        const sent = /-d '(.*)'$/.exec(copyableOf(page.text, 'curl'))?.[1] ?? '';
        expect(JSON.parse(sent)).to.deep.equal(body);
        expect(copyableOf(page.text, 'curl')).to.contain(`${service.url}${path} -H "Authorization: Bearer $API_KEY"`);
      } else {
        const details: { field: string; message: string }[] = asked.json.error.details;
        expect([asked.status, page.status]).to.deep.equal([400, 422]);
        const told = details.map(({ field, message }) => `${labels[field] ?? field} ${message}`.trim());
        expect(faultsOf(page.text)).to.have.members(told);
        expect([typedIn(page.text, 'length'), typedIn(page.text, 'count')]).to.deep.equal([typed.length, typed.count]);
      }
    });
  }

  const counts: [bulkMaxCount: number, hint: string, maxCount: number][] = [
    [1000, '1 to 100. The API itself makes up to 1000 in one request.', 100],
    [101, '1 to 100. The API itself makes up to 101 in one request.', 100],
    [100, '1 to 100.', 100],
    [3, '1 to 3.', 3],
  ];
  for (const [bulkMaxCount, hint, maxCount] of counts) {
    it(`makes ${maxCount} at most where the API makes ${bulkMaxCount}`, async () => {
      const other = await startService({ settings: { bulkMaxCount } });
      const trying = await enter(other);
      expect((await trying.get(TRY)).text).to.contain(`<small id="count-hint">${hint}</small>`);
      const most = await trying.post(TRY, { length: '128', count: `${maxCount}`, ...all });
      expect([most.status, passwordsIn(most.text).length]).to.deep.equal([200, maxCount]);
      const page = await trying.post(TRY, { length: '7', count: `${maxCount + 1}`, ...all });
      const faults = ['Length must be an integer from 8 to 128', `How many must be an integer from 1 to ${maxCount}`];
      expect([page.status, typedIn(page.text, 'count')]).to.deep.equal([422, `${maxCount + 1}`]);
      expect(faultsOf(page.text)).to.have.members(faults);
      await other.stop();
    });
  }

  it('draws on the quota that the keys draw on, until it is used up', async () => {
    for (let request = 0; request < 149; request += 1) await service.call({ body: { length: 8 } });
    expect((await visitor.post(TRY, { length: '20', count: '1', ...all })).status).to.equal(200);
    service.clock.advance(20_000);
    const page = await visitor.post(TRY, { length: '20', count: '1', ...all });
    const told = 'Your quota is used up. Wait 40 seconds, then try again.';
    expect([page.status, page.headers.get('retry-after'), faultsOf(page.text)]).to.deep.equal([429, '40', [told]]);
    expect((await service.call({ body: { length: 8 } })).status).to.equal(429);
    service.clock.advance(40_000);
    expect((await visitor.post(TRY, { length: '20', count: '1', ...all })).status).to.equal(200);
  });

  it('is refused where the API would refuse it', async () => {
    const customers = service.container.get(ids.administerSubscribers);
    const refused = async () => {
      const { status, text } = await visitor.post(TRY, { length: '20', count: '1', ...all });
      return [status, ...faultsOf(text)];
    };
    await customers.setPlan('local', 'free');
    expect(await refused()).to.deep.equal([403, 'Your plan has no API access: change to one that has.']);
    await customers.setPlan('local', 'annual');
    await customers.suspend('local');
    expect(await refused()).to.deep.equal([403, 'Your subscription is not active: have it activated again.']);
    await customers.activate('local');
    expect(await remaining()).to.equal(150);
  });

  it('keeps what was typed, harmless and without a key', async () => {
    const page = await visitor.post(TRY, { length: '"><img src=x>', count: service.key });
    expect([typedIn(page.text, 'length'), typedIn(page.text, 'count')]).to.deep.equal(['"><img src=x>', 'pgs_***']);
  });
});
