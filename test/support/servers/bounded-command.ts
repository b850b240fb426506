import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { endsWithUs } from './reaper.ts';

export interface BoundedCommand {
  readonly limitMs: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** What a command printed; rejects where it fails or takes too long, and then ends its children too. */
export async function runBounded(
  [command = '', ...args]: readonly string[],
  { limitMs, environment = {} }: BoundedCommand,
): Promise<string> {
  const env = { ...process.env, ...environment };
  const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  await once(child, 'spawn');
  const group = -child.pid!;
  const watched = endsWithUs(group);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  const patience = setTimeout(() => process.kill(group, 'SIGKILL'), limitMs);
  const [code] = await once(child, 'close');
  clearTimeout(patience);
  watched.ended();
  if (code === 0) return output.stdout;
  const name = basename(command);
  if (code === null) throw new Error(`${name} took longer than ${limitMs} ms`);
  throw new Error(`${name} failed: ${(output.stderr || output.stdout).trim().slice(-300)}`);
}
