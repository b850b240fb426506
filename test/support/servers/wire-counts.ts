import { mongoCommandReader } from './mongo-commands.ts';
import { redisCommandReader } from './redis-commands.ts';
import type { TcpProxy } from './tcp-proxy.ts';

/** How often which command has gone to a server, as its bytes say. */
export class WireCounts {
  readonly #byName = new Map<string, number>();

  add(name: string): void {
    this.#byName.set(name, this.of(name) + 1);
  }

  of(name: string): number {
    return this.#byName.get(name) ?? 0;
  }

  /** Of all commands, but for those named. */
  total({ except = [] }: { readonly except?: readonly string[] } = {}): number {
    return [...this.#byName].reduce((sum, [name, count]) => sum + (except.includes(name) ? 0 : count), 0);
  }

  byName(): Record<string, number> {
    return Object.fromEntries(this.#byName);
  }

  clear(): void {
    this.#byName.clear();
  }
}

/** Counts from now on, also on connections that are made later; names are in capitals. */
export function countRedisCommands(proxy: TcpProxy): WireCounts {
  return count(proxy, redisCommandReader);
}

/** As `countRedisCommands`; names are as MongoDB's manual writes them, and a greeting is `ismaster` or `hello`. */
export function countMongoCommands(proxy: TcpProxy): WireCounts {
  return count(proxy, mongoCommandReader);
}

function count(proxy: TcpProxy, createReader: () => (chunk: Buffer) => string[]): WireCounts {
  const counts = new WireCounts();
  const readers = new Map<number, (chunk: Buffer) => string[]>();
  proxy.onRequest = (chunk, connection) => {
    const read = readers.get(connection) ?? createReader();
    readers.set(connection, read);
    for (const name of read(chunk)) counts.add(name);
  };
  return counts;
}
