import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServiceProcess, withDirectory, withServiceProcess } from './process.ts';

const annual = { requestsPerMinute: 10_000_000, apiAccess: true, price: { amountUsd: 840, per: 'year' } };

/** Settings under which the first key of a service meets no limit, in a file of the directory. */
export async function liftQuota(directory: string): Promise<{ DATA_DIR: string; CONFIG_FILE: string }> {
  const CONFIG_FILE = join(directory, 'config.json');
  await writeFile(CONFIG_FILE, JSON.stringify({ plans: { annual } }));
  return { DATA_DIR: join(directory, 'data'), CONFIG_FILE };
}

/** A service in a process of its own, as quiet as in production, whose first key meets no limit. */
export function servingWithoutLimit(
  environment: Record<string, string>,
  use: (service: ServiceProcess) => Promise<void>,
): Promise<void> {
  return withDirectory(async (directory) => {
    const settings = await liftQuota(directory);
    await withServiceProcess({ LOG_LEVEL: 'info', ...settings, ...environment }, use);
  });
}
