import { spawnSync } from 'node:child_process';

export interface Cores {
  readonly server: number;
  readonly load: number;
}

/** Two cores that this process may use; undefined where there is one core only, or no `taskset` to pin with. */
export function chooseCores(): Cores | undefined {
  const { error, stdout } = spawnSync('taskset', ['-cp', String(process.pid)], { encoding: 'utf8' });
  const list = error ? undefined : /: ([\d,-]+)$/m.exec(stdout)?.[1];
  if (list === undefined) return undefined;
  const allowed = list.split(/[,-]/).map(Number);
  // The farthest apart, because neighbours can be two threads of one core.
  const [server, load] = [Math.min(...allowed), Math.max(...allowed)];
  return server === load ? undefined : { server, load };
}

/** Keeps this process, and what it starts without a core of its own, on one core. */
export function pinThisProcess(core: number): void {
  spawnSync('taskset', ['-a', '-cp', String(core), String(process.pid)]);
}

/** The command that runs another on one core. */
export function pinned(core: number | undefined, command: readonly string[]): readonly string[] {
  return core === undefined ? command : ['taskset', '-c', String(core), ...command];
}
