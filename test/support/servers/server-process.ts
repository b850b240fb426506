import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { endsWithUs, goesWithUs, letGo } from './reaper.ts';

const startLimitMs = 30_000;
const endLimitMs = 10_000;
const portsTried = 5;

/** Where a server runs. */
export interface Place {
  readonly port: number;
  /** Its own, empty at first, and kept over restarts. */
  readonly directory: string;
}

export interface ServerProgram {
  readonly name: string;
  /** What it prints once it takes connections. */
  readonly ready: RegExp;
  /** The command line. */
  readonly command: (place: Place) => readonly string[] | Promise<readonly string[]>;
}

const running = new Set<ServerProcess>();

/** Stops every server that was started and not stopped. */
export async function stopServers(): Promise<void> {
  await Promise.all([...running].map((server) => server.stop()));
}

/** Starts a server on the loopback interface, on a free port unless one is given. */
export async function startServer(program: ServerProgram, port?: number): Promise<ServerProcess> {
  for (let tried = 1; ; tried++) {
    const directory = await mkdtemp(join(tmpdir(), `passwords-${program.name}-`));
    const server = new ServerProcess(program, { port: port ?? (await freePort()), directory });
    try {
      await server.restart();
      return server;
    } catch (error) {
      await server.stop();
      const taken = /address already in use/i.test(String(error));
      if (!taken || port !== undefined || tried === portsTried) throw error;
    }
  }
}

/** A server of the tests in a process of its own, which does not outlive this one, however that ends. */
export class ServerProcess {
  readonly port: number;
  readonly #program: ServerProgram;
  readonly #place: Place;
  readonly #directory: { removed(): void };
  #child: ChildProcess | undefined;

  constructor(program: ServerProgram, place: Place) {
    this.port = place.port;
    this.#program = program;
    this.#place = place;
    this.#directory = goesWithUs(place.directory);
    running.add(this);
  }

  /** That of the present process; it changes with a restart. */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error(`${this.#program.name} does not run.`);
    return pid;
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(this.pid, signal);
  }

  /** SIGKILL, and its end. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Starts it again on its port; if it still runs, it is first asked to end. */
  async restart(): Promise<void> {
    await this.#end('SIGTERM');
    const [command = '', ...args] = await this.#program.command(this.#place);
    const child = spawn(command, args, { cwd: this.#place.directory, stdio: 'pipe' });
    letGo(child);
    await once(child, 'spawn');
    this.#child = child;
    const watched = endsWithUs(this.pid);
    child.once('exit', () => {
      this.#child = undefined;
      watched.ended();
    });
    await untilReady(child, this.#program);
  }

  /** Ends it for good; nothing stays behind. */
  async stop(): Promise<void> {
    await this.kill();
    await rm(this.#place.directory, { recursive: true, force: true });
    this.#directory.removed();
    running.delete(this);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child) return;
    child.ref();
    const ended = once(child, 'exit');
    child.kill(signal);
    // A stopped process takes no other signal but SIGKILL until it goes on.
    child.kill('SIGCONT');
    const patience = setTimeout(() => child.kill('SIGKILL'), endLimitMs);
    await ended;
    clearTimeout(patience);
  }
}

/** Waits for the line, and goes on reading: a pipe that nobody reads fills up and stops the server. */
function untilReady(child: ChildProcess, { name, ready }: ServerProgram): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const patience = setTimeout(() => settle(`did not start in ${startLimitMs} ms`), startLimitMs);
    const settle = (fault?: string) => {
      clearTimeout(patience);
      if (fault === undefined) resolve();
      else reject(new Error(`${name} ${fault}: ${output}`));
    };
    const read = (chunk: Buffer) => {
      output = (output + chunk).slice(-5000);
      if (ready.test(output)) settle();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', () => settle('ended at its start'));
  });
}
