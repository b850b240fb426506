import { firstPossible } from './first-possible.ts';
import { memoized } from './memoized.ts';
import { memoryServerBinary } from './memory-server-binary.ts';
import { mongoStandIn } from './mongo-stand-in.ts';
import { onPath } from './on-path.ts';
import { type ServerProcess, type ServerProgram, startServer } from './server-process.ts';

export interface MongoServer extends ServerProcess {
  /** Without a database's name. */
  readonly url: string;
}

/** The MongoDB of this test run: `MONGODB_URL`, or one that was started for it; undefined where none can be had. */
export const sharedMongodbUrl = memoized(async () => process.env.MONGODB_URL || (await ownMongo())?.url);

/** A MongoDB for a test that stops or kills it. Data outlive a restart; of the stand-in's not the last before a SIGKILL. */
export async function ownMongo(): Promise<MongoServer | undefined> {
  const found = await program();
  if (!found) return undefined;
  const server = await startServer(found);
  return Object.assign(server, { url: `mongodb://127.0.0.1:${server.port}` });
}

const program = memoized(() =>
  firstPossible<ServerProgram>([
    () => (onPath('mongod') ? mongod('mongod') : undefined),
    async () => mongod(await memoryServerBinary('mongodb-memory-server-core')),
    mongoStandIn,
  ]),
);

function mongod(command: string): ServerProgram {
  return {
    name: 'mongod',
    ready: /waiting for connections/i,
    command: ({ port, directory }) => {
      return [command, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket', '--dbpath', directory];
    },
  };
}
