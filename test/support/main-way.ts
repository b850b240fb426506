import { expect } from 'chai';
import type { CustomerVisit } from './customer-visit.ts';
import { runShell } from './process.ts';
import { transcript } from './transcript.ts';
import { ask, summaryOf } from './two-services.ts';
import { until } from './until.ts';

/** What is changed on one instance holds on all within 5 seconds; a busy machine is given as much again. */
const HOLDS_WITHIN_MS = 10_000;

interface MainWay {
  /** Where the services are, of which the first is visited. */
  readonly urls: readonly string[];
  /** The plan of the customer. */
  readonly plan: string;
  /** Of this name is no key yet. */
  readonly keyName: string;
}

/** From the first key on, by whoever has just set a password, to the one in its place: each works as the pages say. */
export async function goTheMainWay(visit: CustomerVisit, { urls, plan, keyName }: MainWay): Promise<void> {
  const works = (key: string) => eachSays(urls, key, `200 "${plan}"`);

  expect(await visit.title()).to.equal('API Keys');
  const first = await createKey(visit, keyName);
  await pasteCurl(await visit.part('A first request').locator('code').innerText());
  await visit.link('I have copied it').click();
  expect(await usedWithinTheHour(visit)).to.deep.equal({ Requests: '1', Passwords: '1', Refused: '0' });

  const second = await rotate(visit, keyName);
  expect(second).not.to.equal(first);
  await works(first);
  await works(second);

  await revoke(visit, first);
  expect(await visit.notice()).to.equal('The key is revoked: requests with it are refused.');
  await eachSays(urls, first, '401 INVALID_API_KEY');
  await works(second);
}

/** Makes a key on the page of keys, and reads it where it is shown. */
export async function createKey(visit: CustomerVisit, name: string): Promise<string> {
  await visit.field('Name').fill(name);
  await visit.field('Expiry').selectOption({ label: 'In 90 days' });
  await visit.button('Create a key').click();
  return shownKey(visit);
}

async function rotate(visit: CustomerVisit, name: string): Promise<string> {
  await visit.link('API Keys').click();
  await visit.page.getByRole('row').filter({ hasText: name }).getByRole('link').click();
  expect(await visit.title()).to.equal(name);
  await visit.field('In 1 hour').check();
  await visit.button('Rotate').click();
  return shownKey(visit);
}

async function revoke(visit: CustomerVisit, key: string): Promise<void> {
  await visit.link('I have copied it').click();
  await visit.link(`Manage ${key.slice(0, 8)}…${key.slice(-4)}`).click();
  await visit.link('Revoke the key…').click();
  expect(await visit.title()).to.equal('Revoke this key?');
  await visit.button('Revoke the key').click();
}

async function shownKey(visit: CustomerVisit): Promise<string> {
  expect(await visit.title()).to.equal('Your new key');
  const key = await visit.part('Copy it now').locator('code').innerText();
  // Compared out of sight: a failure must not print a key.
  expect(/^pgs_\w{38}$/.test(key), 'a key is shown').to.equal(true);
  return key;
}

/** A shell takes the line as it stands. */
async function pasteCurl(curl: string): Promise<void> {
  const { code, stdout, stderr } = await runShell(curl);
  transcript.answers.push({ request: 'POST /api/passwords', status: 200, headers: '', body: stdout });
  expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
  expect(JSON.parse(stdout).data.password.length).to.equal(20);
}

/** The total of the last hour, as the overview has it. */
async function usedWithinTheHour(visit: CustomerVisit): Promise<Record<string, string>> {
  await visit.link('Overview').click();
  const hour = visit.part('Last hour');
  await hour.getByText('Last hour as a table').click();
  const names = await hour.getByRole('columnheader').allInnerTexts();
  const total = await hour
    .getByRole('row', { name: /^Total/ })
    .getByRole('cell')
    .allInnerTexts();
  return Object.fromEntries(total.map((value, index) => [names[index + 1] ?? '', value]));
}

async function eachSays(urls: readonly string[], key: string, summary: string): Promise<void> {
  for (const url of urls) {
    await until(summary, HOLDS_WITHIN_MS, async () => summaryOf(await ask({ url }, key)) === summary);
  }
}
