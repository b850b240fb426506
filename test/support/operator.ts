import { expect } from 'chai';
import { openLmdbStores } from '../../src/adapters/lmdb/lmdb-stores.ts';
import { SystemClock } from '../../src/adapters/system/system-clock.ts';
import type { KeyStore } from '../../src/domain/ports.ts';
import { subscriberOf } from './builders.ts';
import { type Outcome, runCli, withDirectory } from './process.ts';

export interface Operator {
  readonly dataDir: string;
  /** Runs a command to its end, whatever that is. */
  cli(...args: string[]): Promise<Outcome>;
  /** Runs a command with --json that must succeed, and gives what it printed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results freely
  json(...args: string[]): Promise<any>;
}

export function operatorOf(dataDir: string): Operator {
  const cli = (...args: string[]) => runCli(args, { DATA_DIR: dataDir });
  return {
    dataDir,
    cli,
    async json(...args) {
      const { code, stdout, stderr } = await cli(...args, '--json');
      expect({ code, stderr }, args.join(' ')).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout, 'one line').to.match(/^[^\n]+\n$/);
      return JSON.parse(stdout);
    },
  };
}

/** An operator with a DATA_DIR of their own. */
export function withOperator(use: (operator: Operator) => Promise<unknown>): Promise<unknown> {
  return withDirectory((dataDir) => use(operatorOf(dataDir)));
}

/** Looks into the store of a DATA_DIR, or puts something there, without the half second that a command takes. */
export async function inStore<T>(dataDir: string, use: (store: KeyStore) => Promise<T>): Promise<T> {
  const { keyStore } = openLmdbStores({ dataDir, clock: new SystemClock() });
  try {
    return await use(keyStore);
  } finally {
    await keyStore.close();
  }
}

/** Adds the subscriber `acme`, on the plan annual. */
export async function addAcme(dataDir: string): Promise<void> {
  await inStore(dataDir, (store) => store.addSubscriber(subscriberOf({ plan: 'annual' })));
}

/** What a wrong use comes to: one line, on standard error. */
export function refusal(line: string): Outcome {
  return { code: 1, stdout: '', stderr: `${line}\n` };
}

/** A time as answers have it, no older than this. */
export function expectRecent(time: string, sinceMs: number): void {
  expect(time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Date.parse(time)).to.be.within(sinceMs, Date.now());
}
