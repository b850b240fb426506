import { withDirectory } from '../support/process.ts';
import { bulk, checkBulk, checkSingle, single } from './answers.ts';
import { chooseCores, pinThisProcess } from './cores.ts';
import { compareGenerators } from './generator.ts';
import { CONNECTIONS, measure, type Turn } from './load.ts';
import { type Figure, ratio, report } from './report.ts';
import { type Contender, startPeer, startService } from './servers.ts';
import { type SharedStores, startSharedStores } from './shared-stores.ts';
import { countTraffic } from './traffic.ts';
import { inTurns } from './turns.ts';

const ROUNDS = 7;
const SECONDS = 3;
const WARM_UP_SECONDS = 2;
const SHARED_GOAL = 0.6;
/** Callers at once: with the first the service has no time left, the others are twice as many. */
const SATURATED = { ...single, connections: 200 };
const OVERLOADED = { ...single, connections: 400, mayBeTurnedAway: true };

const cores = chooseCores();
if (cores) pinThisProcess(cores.load);
const generatorFigures = await compareGenerators();
const servers: Contender[] = [];
await withDirectory(async (directory) => {
  const stores = await startSharedStores(directory);
  try {
    const figures = [
      ...(await compareServers(directory, stores)),
      ...(await countTraffic(stores)),
      ...generatorFigures,
    ];
    const place = cores
      ? `server on core ${cores.server}, load on core ${cores.load}`
      : 'server and load share the machine: there are not two cores, or no taskset to pin them with';
    await report(figures, `${ROUNDS} rounds of ${SECONDS} s a turn, ${CONNECTIONS} connections; ${place}.`);
  } finally {
    for (const server of servers) await server.end();
    await stores.stop();
  }
});

/**
 * The service against Koa with its router and body parser, which answers what the service once answered, and against
 * itself on shared stores.
 */
async function compareServers(directory: string, stores: SharedStores): Promise<Figure[]> {
  const service = await started(startService(directory, cores?.server));
  const answer = await checkSingle(service);
  const sameHeaders = await started(startPeer('Koa, constant, the same headers', cores?.server, answer));
  const ownHeaders = await started(startPeer('Koa, constant', cores?.server, { ...answer, headers: {} }));
  const shared = await started(stores.startService(cores?.server));
  for (const contender of [sameHeaders, ownHeaders, shared]) await checkSingle(contender);
  await checkBulk(service);

  const turns = {
    service: { contender: service, job: single },
    sameHeaders: { contender: sameHeaders, job: single },
    ownHeaders: { contender: ownHeaders, job: single },
    shared: { contender: shared, job: single },
    bulk: { contender: service, job: bulk },
    saturated: { contender: service, job: SATURATED },
    overloaded: { contender: service, job: OVERLOADED },
  };
  for (const { contender, job } of Object.values(turns)) await measure(contender, job, WARM_UP_SECONDS);
  const seen = await inTurns(turns, ROUNDS, ({ contender, job }) => measure(contender, job, SECONDS));

  const compare = (unit: string, rate: (turn: Turn) => number, goal?: number): Figure[] => {
    const one = seen.service.map(rate);
    const peers = [
      { name: sameHeaders.name, samples: seen.sameHeaders.map(rate) },
      { name: ownHeaders.name, samples: seen.ownHeaders.map(rate) },
    ];
    return [
      { name: 'Service, one password', unit, samples: one },
      ...peers.map(({ name, samples }) => ({ name, unit, samples })),
      ...peers.map(({ name, samples }) => ratio(`Service : ${name}, ${unit}`, one, samples, goal)),
      { name: 'Service on shared stores, one password', unit, samples: seen.shared.map(rate) },
      ratio(`Service on shared stores : embedded, ${unit}`, seen.shared.map(rate), one, goal && SHARED_GOAL),
    ];
  };
  const overload = ratio(
    `Service, ${OVERLOADED.connections} callers at once : ${SATURATED.connections}, answers a second`,
    seen.overloaded.map((turn) => turn.answersASecond),
    seen.saturated.map((turn) => turn.answersASecond),
    0.9,
  );
  const many = (rate: (turn: Turn) => number) => seen.bulk.map((turn) => bulk.body.count * rate(turn));
  const name = `Service, bulk of ${bulk.body.count}`;
  return [
    ...compare('answers a CPU second', (turn) => turn.answersAProcessorSecond, 0.65),
    ...compare('answers a second', (turn) => turn.answersASecond),
    { name, unit: 'passwords a second', samples: many((turn) => turn.answersASecond), goal: 500_000 },
    { name, unit: 'passwords a CPU second', samples: many((turn) => turn.answersAProcessorSecond) },
    overload,
  ];
}

async function started(server: Promise<Contender>): Promise<Contender> {
  servers.push(await server);
  return server;
}
