import assert from 'node:assert/strict';
import type { Job } from './load.ts';
import type { Contender } from './servers.ts';

const LENGTH = 16;
const BULK = 1000;

const choices = { includeUppercase: true, includeLowercase: true, includeNumbers: true, includeSymbols: true };
export const single = { path: '/api/passwords', body: { length: LENGTH, ...choices } } satisfies Job;
export const bulk = { path: '/api/passwords/bulk', body: { count: BULK, length: LENGTH, ...choices } } satisfies Job;

/** Node and Koa give these to every answer by themselves. */
const given = ['connection', 'content-length', 'content-type', 'date', 'keep-alive'];

interface Answer {
  /** Those that the server sets itself. */
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/** What a contender answers to a single request, once it has been looked at. */
export async function checkSingle(contender: Contender): Promise<Answer> {
  const { headers, body } = await ask(contender, single);
  assert.deepEqual(Object.keys(body as object), ['success', 'data'], contender.name);
  checkPassword((body as { data: unknown }).data, contender.name);
  return { headers: Object.fromEntries([...headers].filter(([name]) => !given.includes(name))), body };
}

export async function checkBulk(contender: Contender): Promise<void> {
  const { body } = await ask(contender, bulk);
  const { count, passwords } = (body as { data: { count: number; passwords: { password: string }[] } }).data;
  assert.equal(count, BULK, contender.name);
  assert.equal(new Set(passwords.map(({ password }) => password)).size, BULK, contender.name);
  for (const password of passwords) checkPassword(password, contender.name);
}

function checkPassword(data: unknown, name: string): void {
  const { password, generatedAt, ...facts } = data as Record<string, string>;
  assert.match(
    password ?? '',
    new RegExp(`^(?=.*[A-Z])(?=.*[a-z])(?=.*\\d)(?=.*[!@#$%^&*])[\\w!@#$%^&*]{${LENGTH}}$`),
    name,
  );
  assert.match(generatedAt ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, name);
  assert.deepEqual(facts, { strength: 'strong', length: LENGTH, entropyBits: 97.7 }, name);
}

async function ask(
  { name, url, headers }: Contender,
  { path, body }: Job,
): Promise<{ headers: Headers; body: unknown }> {
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.equal(response.status, 200, name);
  return { headers: response.headers, body: await response.json() };
}
