import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { transcript } from './transcript.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** The key that a first start printed; empty where it was none. */
  readonly key: string;
  /** All of standard output so far. */
  stdout(): string;
  /** Sends a signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<Outcome>;
}

type Environment = Record<string, string>;

/** A directory that is removed when `use` is done. */
export async function withDirectory<T>(use: (path: string) => Promise<T>): Promise<T> {
  const path = await mkdtemp(join(tmpdir(), 'passwords-'));
  try {
    return await use(path);
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

/** Runs `src/main.ts` to its end: for starts that must fail. */
export function runMain(environment: Environment): Promise<Outcome> {
  return collect(start('src/main.ts', [], environment), 'service').ended;
}

/** Runs an operator's command to its end. */
export function runCli(args: readonly string[], environment: Environment): Promise<Outcome> {
  return collect(start('src/cli.ts', args, environment), args.slice(0, 2).join(' ')).ended;
}

/** Starts a script of the tests, which goes on until it is ended. */
export function spawnScript(file: string, environment: Environment) {
  const child = start(file, [], environment);
  return { child, ...collect(child, file) };
}

/** Runs a line as a shell takes it when it is pasted; what comes of it is the caller's to note in the transcript. */
export async function runShell(line: string): Promise<Outcome> {
  const child = spawn('/bin/sh', ['-c', line], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

/** Runs `src/main.ts` on a free port and waits until it listens. */
export async function spawnService(environment: Environment): Promise<ServiceProcess> {
  const child = start('src/main.ts', [], { PORT: '0', DRAIN_SECONDS: '0', LOG_LEVEL: 'debug', ...environment });
  const { ended, output } = collect(child, 'service');
  const listening = /"listening".*"url":"([^"]+)"/;
  while (!listening.test(output.stdout)) {
    const exited = await Promise.race([ended, once(child.stdout!, 'data').then(() => undefined)]);
    if (exited) throw new Error(`The service did not start: ${exited.stderr}`);
  }
  return {
    child,
    url: listening.exec(output.stdout)?.[1] ?? '',
    key: /^ *(pgs_\w{38})$/m.exec(output.stdout)?.[1] ?? '',
    stdout: () => output.stdout,
    end: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs a service while `use` does, and ends it in any case. */
export async function withServiceProcess<T>(
  environment: Environment,
  use: (service: ServiceProcess) => Promise<T>,
): Promise<T> {
  const service = await spawnService(environment);
  try {
    return await use(service);
  } finally {
    const { exitCode, signalCode } = service.child;
    if (exitCode === null && signalCode === null) await service.end('SIGKILL');
  }
}

function start(file: string, args: readonly string[], environment: Environment): ChildProcess {
  const { NODE_V8_COVERAGE = '', PATH = '' } = process.env;
  const env = { PATH, ...(NODE_V8_COVERAGE ? { NODE_V8_COVERAGE } : {}), ...environment };
  return spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function collect(child: ChildProcess, source: string) {
  const output = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const ended = once(child, 'close').then(([code]): Outcome => {
    transcript.outputs.push({ source, text: output.stdout + output.stderr });
    return { code, ...output };
  });
  return { ended, output };
}
