import { type ChildProcess, spawn } from 'node:child_process';

// It reads lines until its input closes, which the end of this process does, a SIGKILL too, and then runs the last one.
const script = 'while IFS= read -r line; do last=$line; done; eval "$last"';

const processes = new Set<number>();
const directories = new Set<string>();
let reaper: ChildProcess | undefined;

/** The process (or, below zero, the group of processes) is killed if this process ends before `ended` is called. */
export function endsWithUs(pid: number): { ended(): void } {
  processes.add(pid);
  tellReaper();
  return {
    ended() {
      processes.delete(pid);
      tellReaper();
    },
  };
}

/** The directory is removed if this process ends before `removed` is called. */
export function goesWithUs(directory: string): { removed(): void } {
  directories.add(directory);
  tellReaper();
  return {
    removed() {
      directories.delete(directory);
      tellReaper();
    },
  };
}

function tellReaper(): void {
  reaper ??= startReaper();
  const kills = [...processes].map((pid) => `kill -9 ${pid};`);
  const removals = [...directories].map((directory) => `rm -rf '${directory.replaceAll("'", "'\\''")}';`);
  reaper.stdin?.write(`${[...kills, ...removals].join(' ')}\n`);
}

function startReaper(): ChildProcess {
  // In a group of its own: an interrupt from the keyboard is not for it.
  const child = spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  letGo(child);
  return child;
}

/** Whether a child process runs does not keep this one from ending. */
export function letGo(child: ChildProcess): void {
  child.unref();
  for (const stream of child.stdio) {
    if (stream && 'unref' in stream && typeof stream.unref === 'function') stream.unref();
  }
}
