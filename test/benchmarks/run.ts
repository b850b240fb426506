import { withDirectory } from '../support/process.ts';
import { bulk, single } from './answers.ts';
import { type Contenders, startContenders } from './contenders.ts';
import { chooseCores, pinThisProcess } from './cores.ts';
import { compareFullWindows } from './full-windows.ts';
import { compareGenerators } from './generator.ts';
import { comparePlans } from './limiter.ts';
import { CONNECTIONS, type Job, measure, type Turn } from './load.ts';
import { type Figure, ratio, report } from './report.ts';
import { type Contender, startPeer, startServiceAgain } from './servers.ts';
import { startSharedStores } from './shared-stores.ts';
import { compareStarts } from './start-up.ts';
import { countTraffic } from './traffic.ts';
import { inTurns } from './turns.ts';

const ROUNDS = 6;
const SECONDS = 3;
const WARM_UP_SECONDS = 2;
/** Callers at once: with the first the service has no time left, the others are twice as many. */
const SATURATED = { ...single, connections: 200 };
const OVERLOADED = { ...single, connections: 400, mayBeTurnedAway: true };

const cores = chooseCores();
if (cores) pinThisProcess(cores.load);
const generators = await compareGenerators();
await withDirectory(async (directory) => {
  const stores = await startSharedStores(directory);
  try {
    const contenders = await startContenders(directory, stores, cores?.server);
    const measureServers = async () => [
      ...(await compareServers(contenders, generators.nanoid)),
      ...(await compareFullWindows(contenders.service, { directory, core: cores?.server })),
    ];
    const figures = [
      ...(await measureServers().finally(() => contenders.end())),
      ...generators.figures,
      ...(await comparePlans()),
      ...(await compareStarts({
        service: () => startServiceAgain(directory, cores?.server),
        empty: () => startPeer({ name: 'empty', file: 'koa-empty.js', environment: {} }, cores?.server, {}),
      })),
      ...(await countTraffic(stores)),
    ];
    const place = cores
      ? `server on core ${cores.server}, load on core ${cores.load}`
      : 'server and load share the machine: there are not two cores, or no taskset to pin them with';
    await report(figures, `${ROUNDS} rounds of ${SECONDS} s a turn, ${CONNECTIONS} connections; ${place}.`);
  } finally {
    await stores.stop();
  }
});

/** All in turns: what a server answers in a second of its own processor time, which noise moves least. */
async function compareServers(
  { service, shared, peers, fastifyOnRedis }: Contenders,
  nanoid: readonly number[],
): Promise<Figure[]> {
  const turns: Record<string, { contender: Contender; job: Job }> = {
    service: { contender: service, job: single },
    shared: { contender: shared, job: single },
    fastifyOnRedis: { contender: fastifyOnRedis, job: single },
    bulk: { contender: service, job: bulk },
    saturated: { contender: service, job: SATURATED },
    overloaded: { contender: service, job: OVERLOADED },
    ...Object.fromEntries(peers.map(({ contender }) => [contender.name, { contender, job: single }])),
  };
  for (const { contender, job } of Object.values(turns)) await measure(contender, job, WARM_UP_SECONDS);
  const seen = await inTurns(turns, ROUNDS, ({ contender, job }) => measure(contender, job, SECONDS));

  const rates = (samples: readonly Turn[] | undefined) =>
    (samples ?? []).map(({ answersAProcessorSecond }) => answersAProcessorSecond);
  const one = rates(seen.service);
  const many = rates(seen.bulk).map((rate) => bulk.body.count * rate);
  const absolute = (name: string, samples: readonly number[]): Figure => ({
    name,
    unit: 'answers a CPU second',
    samples,
  });
  const compared = peers.map(({ contender: { name }, goal }) => ({ name, goal, samples: rates(seen[name]) }));
  return [
    absolute('Service', one),
    ...compared.map(({ name, samples }) => absolute(name, samples)),
    absolute('Service on shared stores', rates(seen.shared)),
    absolute(fastifyOnRedis.name, rates(seen.fastifyOnRedis)),
    ...compared.map(({ name, samples, goal }) => ratio(`Service : ${name}`, one, samples, goal)),
    ratio('Service on shared stores : embedded', rates(seen.shared), one, 0.7),
    ratio(`Service on shared stores : ${fastifyOnRedis.name}`, rates(seen.shared), rates(seen.fastifyOnRedis), 1),
    { name: `Service, bulk of ${bulk.body.count}`, unit: 'passwords a CPU second', samples: many },
    ratio(`Service, bulk of ${bulk.body.count} : nanoid in a bare loop`, many, nanoid, 0.3),
    ratio(
      `Service, ${OVERLOADED.connections} callers at once : ${SATURATED.connections}, answers a second`,
      (seen.overloaded ?? []).map(({ answersASecond }) => answersASecond),
      (seen.saturated ?? []).map(({ answersASecond }) => answersASecond),
      0.9,
    ),
  ];
}
