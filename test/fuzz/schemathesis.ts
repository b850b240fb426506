import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { maskKeys } from '../../src/domain/access/key-text.ts';
import { runBounded } from '../support/servers/bounded-command.ts';
import { onPath } from '../support/servers/on-path.ts';

/** A download of some 20 packages. */
const INSTALL_LIMIT_MS = 300_000;
/** An interpreter's start and the phases of a fixed size, and then each case: many times what a busy core was seen to take. */
const ROUND_LIMIT_MS = 180_000;
const CASE_LIMIT_MS = 400;

export interface Round {
  /** Where the service is, and what it says of itself. */
  readonly url: string;
  readonly document: unknown;
  /** The file of this directory that says what is expected. */
  readonly config: string;
  readonly key: string;
  readonly accept: string;
  /** The operations, by their paths. */
  readonly paths: RegExp;
  /** How many made-up requests each operation gets, besides the examples and the edges of the document. */
  readonly casesPerOperation: number;
}

export interface Verdict {
  readonly cases: number;
  /** What its random numbers began with. */
  readonly seed: number;
  /** All that schemathesis says where it found anything, or did not come to its end; without keys. */
  readonly findings: string | undefined;
}

/** What is read of the report. */
interface Report {
  readonly complete: boolean;
  readonly stop_reason: string;
  readonly exit_code: number;
  readonly operations: { selected: number; tested: number; errored: number; skipped: number } | null;
  readonly test_cases: { generated: number; with_failures: number; errored: number };
  readonly failures: readonly unknown[];
  readonly errors: readonly unknown[];
}

/** Schemathesis, as requirements.txt has it, in an environment of its own within the directory. */
export class Schemathesis {
  readonly #directory: string;
  /** That of the next round: with FUZZ_SEED a run makes the same cases as the last one, else ever others. */
  #seed = process.env.FUZZ_SEED ? Number(process.env.FUZZ_SEED) : randomInt(2 ** 31);

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** @throws Error in one line, where there is no python3 or no way to install */
  static async install(directory: string): Promise<Schemathesis> {
    if (!onPath('python3')) throw new Error('There is no python3 on PATH (Debian: python3-venv).');
    const place = join(directory, 'venv');
    await runBounded(['python3', '-m', 'venv', place], { limitMs: INSTALL_LIMIT_MS });
    const pip = [join(place, 'bin', 'python'), '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    await runBounded([...pip, '-r', here('requirements.txt')], { limitMs: INSTALL_LIMIT_MS });
    return new Schemathesis(directory);
  }

  /** Runs all its phases once, from a seed of its own, so that rounds add up; rounds may run side by side. */
  async run(round: Round): Promise<Verdict> {
    const directory = await mkdtemp(join(this.#directory, 'round-'));
    const document = join(directory, 'openapi.json');
    const report = join(directory, 'report.json');
    const seed = this.#seed;
    this.#seed += 1;
    await writeFile(document, JSON.stringify(round.document));
    await writeFile(report, 'null');
    const outcome = await this.#spawn(directory, round, [
      ...['--no-color', '--config-file', here(round.config)],
      // From a file, because it leaves out the operation that it has a document from.
      ...['run', document, '--url', round.url, '--include-path-regex', round.paths.source],
      ...['--max-examples', String(round.casesPerOperation), '--seed', String(seed), '--generation-database', 'none'],
      // So that a first finding hides no other.
      ...['--continue-on-failure', '--request-timeout', '20', '--report', 'json', '--report-json-path', report],
    ]);
    return { seed, ...judge(JSON.parse(await readFile(report, 'utf8')), outcome) };
  }

  /** The key is told by the environment, which other users of the machine can't read, and nothing goes through a proxy. */
  async #spawn(
    directory: string,
    { key, accept, casesPerOperation }: Round,
    args: readonly string[],
  ): Promise<Outcome> {
    const child = spawn(join(this.#directory, 'venv', 'bin', 'schemathesis'), args, {
      cwd: directory,
      env: { PATH: process.env.PATH, HOME: directory, PYTHONUTF8: '1', NO_PROXY: '*', API_KEY: key, ACCEPT: accept },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: ROUND_LIMIT_MS + casesPerOperation * CASE_LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    }
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  }
}

interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

function judge(report: Report | null, { code, output }: Outcome): Pick<Verdict, 'cases' | 'findings'> {
  const isClean =
    code === 0 &&
    report?.complete === true &&
    report.stop_reason === 'completed' &&
    report.exit_code === 0 &&
    report.operations !== null &&
    report.operations.tested === report.operations.selected &&
    report.operations.errored + report.operations.skipped === 0 &&
    report.test_cases.with_failures + report.test_cases.errored === 0 &&
    report.failures.length + report.errors.length === 0;
  return {
    cases: report?.test_cases.generated ?? 0,
    findings: isClean ? undefined : maskKeys(`${output}\n(schemathesis ended with ${code ?? 'a signal'})`),
  };
}

function here(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
