import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Step {
  readonly command: readonly [string, ...string[]];
  readonly directory: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** npm and pip fetch packages at a first run. */
const limitMs = 300_000;

/** Says what it runs and shows what that prints; rejects where it fails. */
export async function runStep(title: string, { command, directory, environment }: Step): Promise<void> {
  console.log(`-- ${title}`);
  const [program, ...args] = command;
  // A proxy of this machine's does not lead to the service.
  const env = { ...process.env, no_proxy: '127.0.0.1', ...environment };
  const child = spawn(program, args, {
    cwd: directory,
    env,
    timeout: limitMs,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`${title} failed: ${program} ended with ${signal ?? code}`);
}
