import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServiceProcess, withDirectory, withServiceProcess } from '../support/process.ts';
import { freePort } from '../support/servers/free-port.ts';
import { send } from '../support/service.ts';
import { addCallers, type Caller, plans } from './callers.ts';
import { Schemathesis } from './schemathesis.ts';
import { readCounts, type ServiceCounts } from './service-counts.ts';

/**
 * Holds the running service against its own description: schemathesis makes requests from GET /openapi.json, good ones
 * and bad ones, and judges each answer by it. Ends with 1 where anything is found.
 *
 * `npm run test:fuzz`, with the number of cases as an argument or as FUZZ_CASES, and with FUZZ_SEED to have the same ones again.
 */
const DEFAULT_CASES = 100_000;
/** Kept small, because schemathesis remembers all requests of a run. */
const MOST_PER_OPERATION = 5_000;
/** The operations that get as many requests as they are told to; the others have nothing that could vary. */
const VARIED_OPERATIONS = 2;
/** The service has a form of its own for errors, and problem details; each is asked for side by side with the other. */
const forms = ['*/*', 'application/problem+json'];
/** Each of them must have been met; 413 is left out because schemathesis makes no body of 16 KiB. */
const statusesToMeet = ['200', '204', '400', '401', '403', '405', '415', '429'];

const faults: string[] = [];
try {
  await fuzz(wantedCases(process.argv[2] ?? process.env.FUZZ_CASES ?? String(DEFAULT_CASES)));
} catch (error) {
  faults.push(String(error));
}
for (const fault of faults) console.error(`FAULT: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

function wantedCases(text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new Error('The number of cases must be an integer from 1 to 99999999.');
  return Number(text);
}

async function fuzz(wanted: number): Promise<void> {
  const startMs = performance.now();
  await withDirectory(async (directory) => {
    const schemathesis = await Schemathesis.install(directory);
    const place = { DATA_DIR: join(directory, 'data'), CONFIG_FILE: join(directory, 'config.json') };
    await writeFile(place.CONFIG_FILE, JSON.stringify({ plans }));
    const callers = await addCallers(place);
    const METRICS_PORT = String(await freePort());
    await withServiceProcess({ LOG_LEVEL: 'info', METRICS_PORT, ...place }, async (service) => {
      const servingSinceMs = performance.now();
      const cases = await callAll(schemathesis, service, { callers, wanted });
      const counts = await readCounts(`http://127.0.0.1:${METRICS_PORT}/metrics`);
      judgeCounts(counts, { cases, wanted, minutes: (performance.now() - servingSinceMs) / 60_000 });
      await judgeEnd(service);
      const seconds = Math.round((performance.now() - startMs) / 1000);
      console.log(
        `${cases} cases in ${seconds} s; ${counts.requests} requests; in /api ${JSON.stringify(counts.inApi)}`,
      );
    });
  });
}

/** Gives how many cases there were, by schemathesis's reports. */
async function callAll(
  schemathesis: Schemathesis,
  { url }: ServiceProcess,
  { callers, wanted }: { callers: readonly Caller[]; wanted: number },
): Promise<number> {
  const document = (await send(url, { method: 'GET', path: '/openapi.json' })).json;
  let cases = 0;
  for (const caller of callers) {
    if (caller.name === 'exhausted') await useUp(url, caller);
    const share = Math.ceil((wanted * caller.share) / forms.length);
    const inForms = forms.map((accept) => callAs(schemathesis, { url, document, caller, accept, share }));
    cases += sum(await Promise.all(inForms));
  }
  return cases;
}

interface Share {
  readonly url: string;
  readonly document: unknown;
  readonly caller: Caller;
  readonly accept: string;
  /** How many cases are theirs. */
  readonly share: number;
}

/** Round after round until there were as many cases as wanted, or something was found. */
async function callAs(schemathesis: Schemathesis, { caller, share, ...common }: Share): Promise<number> {
  const { name, config, key, paths } = caller;
  for (let cases = 0; ; ) {
    const casesPerOperation = Math.min(MOST_PER_OPERATION, Math.ceil((share - cases) / VARIED_OPERATIONS));
    const startMs = performance.now();
    const verdict = await schemathesis.run({ ...common, config, key, paths, casesPerOperation });
    const seconds = Math.round((performance.now() - startMs) / 1000);
    console.log(`${name}, Accept ${common.accept}: ${verdict.cases} cases in ${seconds} s, seed ${verdict.seed}`);
    cases += verdict.cases;
    if (verdict.findings !== undefined) {
      console.error(verdict.findings);
      faults.push(`${name}, Accept ${common.accept}: something was found, with seed ${verdict.seed}`);
    }
    if (verdict.findings !== undefined || cases >= share) return cases;
  }
}

/** Takes the one request that the plan allows a minute; of each later minute it is the runs' own first request. */
async function useUp(url: string, { key }: Caller): Promise<void> {
  const { status } = await send(url, { key, body: { length: 20 } });
  if (status !== 200) throw new Error(`The first request of the exhausted plan got ${status}.`);
}

function judgeCounts(
  counts: ServiceCounts,
  { cases, wanted, minutes }: Record<'cases' | 'wanted' | 'minutes', number>,
) {
  if (cases < wanted) faults.push(`${cases} cases were made, and ${wanted} were wanted`);
  if (counts.requests < cases) faults.push(`the service counted ${counts.requests} requests, fewer than the cases`);
  if (counts.serverErrors > 0) faults.push(`the service counted ${counts.serverErrors} answers of 5xx`);
  const unmet = statusesToMeet.filter((status) => !counts.inApi[status]);
  if (unmet.length > 0) faults.push(`no answer in /api was ${unmet.join(', ')}`);
  const most = Math.floor(minutes) + 1;
  const accepted = counts.accepted('exhausted');
  if (accepted < 1 || accepted > most) faults.push(`the exhausted plan let ${accepted} requests in, not 1 to ${most}`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** It ends in order when it is told to, and had no fault of its own to tell of. */
async function judgeEnd(service: ServiceProcess): Promise<void> {
  const { code, stdout, stderr } = await service.end('SIGTERM');
  if (code !== 0) faults.push(`the service ended with ${code} at SIGTERM`);
  if (stderr !== '') faults.push('the service wrote to standard error');
  const errors = stdout.split('\n').filter((line) => line.includes('"level":"error"'));
  if (errors.length > 0) faults.push(`the service logged ${errors.length} errors, the first: ${errors[0]}`);
}
