import { join } from 'node:path';
import type { GeneratedClient } from './generated-client.ts';
import { runStep } from './step.ts';

/** openapi-python-client makes a package of attrs classes. */
export const pythonClient: GeneratedClient = {
  name: 'python',
  tools: ['python3'],
  async call({ directory, document, environment }) {
    const venv = join(directory, 'venv');
    const tool = (name: string) => join(venv, 'bin', name);
    const run = (title: string, ...command: [string, ...string[]]) =>
      runStep(title, { command, directory, environment });

    await run('venv', 'python3', '-m', 'venv', venv);
    const pip = ['-m', 'pip', '--disable-pip-version-check', 'install', '--quiet'];
    await run('pip install', tool('python'), ...pip, '-r', 'requirements.txt');
    const place = ['--meta', 'none', '--output-path', join(directory, 'passwords_client')];
    const options = [...place, '--config', 'generator.yml', '--fail-on-warning'];
    await run('openapi-python-client', tool('openapi-python-client'), 'generate', '--path', document, ...options);
    await run('mypy, strict', tool('mypy'), 'calls.py');
    await run('the calls', tool('python'), 'calls.py');
  },
};
