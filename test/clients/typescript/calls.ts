import assert from 'node:assert/strict';
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/api.ts';

type Schemas = components['schemas'];

const { SERVICE_URL = '', API_KEY = '', SMALL_KEY = '' } = process.env;
/** How many requests the plan of SMALL_KEY allows. */
const SMALL_LIMIT = 6;
const client = clientWith(API_KEY);

await getsOne();
await getsMany();
await isToldAllFaults();
await isToldTheSameAsAProblem();
await isRefusedWithAWrongKey();
await isToldHowLongToWait();

function clientWith(key: string): Client<paths> {
  return createClient<paths>({ baseUrl: SERVICE_URL, headers: { Authorization: `Bearer ${key}` } });
}

async function getsOne(): Promise<void> {
  const { data: answer, error, response } = await client.POST('/api/passwords', { body: { length: 20 } });
  assert(answer, error && codeOf(error));
  const { password, length, strength, generatedAt, entropyBits }: Schemas['Password'] = answer.data;
  assert.equal(password.length, 20);
  assert(strength === 'strong');
  assert(Date.parse(generatedAt) > 0);
  assert(response.headers.get('RateLimit')?.startsWith('"annual";r='));
  console.log(`${response.status}: a ${strength} password of ${length} characters, ${entropyBits} bits`);
}

async function getsMany(): Promise<void> {
  const body = { count: 3, length: 12, includeSymbols: false };
  const { data: answer, error, response } = await client.POST('/api/passwords/bulk', { body });
  assert(answer, error && codeOf(error));
  const { count, passwords } = answer.data;
  assert.equal(count, passwords.length);
  assert.deepEqual(
    passwords.map(({ password }) => password.length),
    [12, 12, 12],
  );
  const [first] = passwords;
  console.log(`${response.status}: ${count} passwords, the first ${first?.strength}`);
}

async function isToldAllFaults(): Promise<void> {
  const { error, response } = await client.POST('/api/passwords/bulk', { body: { count: 0, length: 7 } });
  assert.equal(response.status, 400);
  assert(error && 'error' in error);
  const { code, details = [] } = error.error;
  assert(code === 'INVALID_REQUEST');
  const faults: string[] = details.map(({ field, message }) => `${field} ${message}`);
  assert.deepEqual(faults.sort(), [
    'count must be an integer from 1 to 1000',
    'length must be an integer from 8 to 128',
  ]);
  console.log(`${response.status}: ${code}, ${faults.join(', ')}`);
}

async function isToldTheSameAsAProblem(): Promise<void> {
  const { error, response } = await client.POST('/api/passwords', {
    body: { length: 7 },
    headers: { Accept: 'application/problem+json' },
  });
  assert(error && 'detail' in error);
  const { title, code, details = [] } = error;
  assert(code === 'INVALID_REQUEST');
  assert.equal(details[0]?.field, 'length');
  console.log(`${response.status}: ${title}, as problem details`);
}

async function isRefusedWithAWrongKey(): Promise<void> {
  const { error, response } = await clientWith('no-key-of-anyone').POST('/api/passwords', { body: { length: 20 } });
  assert.equal(response.status, 401);
  assert(error);
  assert(codeOf(error) === 'INVALID_API_KEY');
  console.log(`${response.status}: ${codeOf(error)}`);
}

async function isToldHowLongToWait(): Promise<void> {
  const small = clientWith(SMALL_KEY);
  const ask = () => small.POST('/api/passwords', { body: { length: 20 } });
  for (let accepted = 0; accepted < SMALL_LIMIT; accepted += 1) assert((await ask()).data);
  const { error, response } = await ask();
  assert.equal(response.status, 429);
  assert(error && codeOf(error) === 'RATE_LIMIT_EXCEEDED');
  const seconds = Number(response.headers.get('Retry-After'));
  assert(seconds >= 1 && seconds <= 60);
  console.log(`${response.status}: ${codeOf(error)}, a wait of ${seconds} s`);
}

/** Either form of a failure, told apart by what it has. */
function codeOf(failure: Schemas['Failure'] | Schemas['Problem']) {
  return 'error' in failure ? failure.error.code : failure.code;
}
