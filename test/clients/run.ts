import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCli, type ServiceProcess, withDirectory, withServiceProcess } from '../support/process.ts';
import { onPath } from '../support/servers/on-path.ts';
import type { GeneratedClient } from './generated-client.ts';
import { pythonClient } from './python-client.ts';
import { typescriptClient } from './typescript-client.ts';

/** Clients as others generate them, against a service in a process of its own: is the document true, and of use? */
const clients = [typescriptClient, pythonClient];
const document = fileURLToPath(new URL('../../config/openapi.json', import.meta.url));
/** Has the plan `small`. */
const CONFIG_FILE = fileURLToPath(new URL('../support/plans-for-faults.json', import.meta.url));

const faults: string[] = [];
await withDirectory(async (directory) => {
  const DATA_DIR = join(directory, 'data');
  await withServiceProcess({ DATA_DIR, CONFIG_FILE, LOG_LEVEL: 'info' }, async (service) => {
    for (const client of clients) {
      console.log(`== ${client.name}`);
      const SMALL_KEY = await smallKey(client.name, { DATA_DIR, CONFIG_FILE });
      await tryOut(client, join(directory, client.name), { service, SMALL_KEY }).catch((error: Error) => {
        faults.push(`${client.name}: ${error.message}`);
      });
    }
  });
});
for (const fault of faults) console.error(fault);
console.log(`${clients.length - faults.length} of ${clients.length} generated clients did all calls.`);
process.exitCode = faults.length > 0 ? 1 : 0;

interface Served {
  readonly service: ServiceProcess;
  readonly SMALL_KEY: string;
}

async function tryOut(client: GeneratedClient, directory: string, { service, SMALL_KEY }: Served): Promise<void> {
  const missing = client.tools.filter((tool) => !onPath(tool));
  if (missing.length > 0) throw new Error(`not on PATH: ${missing.join(', ')}`);
  const source = fileURLToPath(new URL(client.name, import.meta.url));
  await cp(source, directory, { recursive: true, filter: (path) => !path.includes('node_modules', source.length) });
  const environment = { SERVICE_URL: service.url, API_KEY: service.key, SMALL_KEY };
  await client.call({ directory, document, environment });
}

/** A key of a subscriber whose quota a few calls use up. */
async function smallKey(id: string, environment: Record<string, string>): Promise<string> {
  await runCli(['subscribers', 'add', id, '--plan', 'small'], environment);
  const { stdout, stderr } = await runCli(['keys', 'create', '--subscriber', id], environment);
  if (!stdout) throw new Error(stderr);
  return stdout.trim();
}
