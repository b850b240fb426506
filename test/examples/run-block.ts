import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Outcome, withDirectory } from '../support/process.ts';
import { transcript } from '../support/transcript.ts';
import type { Block, Language } from './blocks.ts';

/** What each is run by, and the file that it is put into. */
const interpreters: Record<Language, { readonly command: readonly [string, ...string[]]; readonly file: string }> = {
  sh: { command: ['/bin/sh'], file: 'example.sh' },
  js: { command: [process.execPath], file: 'example.mjs' },
  python: { command: ['python3'], file: 'example.py' },
  go: { command: ['go', 'run'], file: 'example.go' },
};
const shownUrl = 'http://127.0.0.1:3000';
/** Go compiles its library when it is first used on a machine. */
const limitMs = 240_000;

/** Runs an example as it stands but for the service's address, and notes what came of it for the sweep at the end. */
export function runBlock({ language, text: source }: Block, service: { url: string; key: string }): Promise<Outcome> {
  const { command, file } = interpreters[language];
  return withDirectory(async (directory) => {
    await writeFile(join(directory, file), source.replaceAll(shownUrl, service.url));
    const outcome = await run([...command, file], directory, service.key);
    const { code, stdout, stderr } = outcome;
    if (code === 0) noteIssued(passwordsIn(stdout));
    transcript.outputs.push({ source: `the example in ${language}`, text: code === 0 ? stderr : stdout + stderr });
    return outcome;
  });
}

/** Those of an answer as JSON, or the one that stands there alone. */
export function passwordsIn(stdout: string): string[] {
  if (!stdout.startsWith('{')) return [stdout.replace(/\n$/, '')];
  const { data } = JSON.parse(stdout);
  return [data.passwords ?? data].flat().map(({ password }: { password: string }) => password);
}

async function run([command = '', ...args]: readonly string[], cwd: string, key: string): Promise<Outcome> {
  const env = {
    ...process.env,
    API_KEY: key,
    // A proxy of this machine's is none of the example's concern.
    no_proxy: '127.0.0.1',
    // Never another Go, and no module: the example has nothing but the standard library.
    GOTOOLCHAIN: 'local',
    GOFLAGS: '-mod=mod',
    GO111MODULE: 'auto',
    // The coverage is the service's.
    NODE_V8_COVERAGE: undefined,
  };
  const child = spawn(command, args, { cwd, env, timeout: limitMs, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

function noteIssued(passwords: readonly string[]): void {
  const body = JSON.stringify({ data: { passwords: passwords.map((password) => ({ password })) } });
  transcript.answers.push({ request: 'POST /api/passwords', status: 200, headers: '', body });
}
