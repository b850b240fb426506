import { join } from 'node:path';
import type { GeneratedClient } from './generated-client.ts';
import { runStep } from './step.ts';

/** openapi-typescript makes the types, openapi-fetch calls by them. */
export const typescriptClient: GeneratedClient = {
  name: 'typescript',
  tools: ['npm'],
  async call({ directory, document, environment }) {
    const tool = (name: string) => join(directory, 'node_modules', '.bin', name);
    const run = (title: string, ...command: [string, ...string[]]) =>
      runStep(title, { command, directory, environment });

    await run('npm ci', 'npm', 'ci', '--silent', '--include=dev', '--ignore-scripts');
    // Without the option, a field that has a default would have to be sent.
    const options = ['--default-non-nullable=false', '--output', join('generated', 'api.ts')];
    await run('openapi-typescript', tool('openapi-typescript'), document, ...options);
    await run('tsc, strict', tool('tsc'), '-p', '.');
    await run('the calls', process.execPath, join('dist', 'calls.js'));
  },
};
