import { type Figure, ratio } from './report.ts';
import type { Contender } from './servers.ts';
import { inTurns } from './turns.ts';

const ROUNDS = 9;

/** How long a new process takes to its first answer, against one that only loads the same libraries. */
export async function compareStarts(
  starts: Readonly<Record<'service' | 'empty', () => Promise<Contender>>>,
): Promise<Figure[]> {
  const time = async (start: () => Promise<Contender>) => {
    const startMs = performance.now();
    const contender = await start();
    await (await fetch(`${contender.url}/health/live`)).arrayBuffer();
    const seconds = (performance.now() - startMs) / 1000;
    await contender.end();
    return seconds;
  };
  const seen = await inTurns(starts, ROUNDS, time);
  const share = ratio('Start of the service : Koa with the same libraries', seen.service, seen.empty);
  return [
    { name: 'Start to the first answer', unit: 'seconds', samples: seen.service, most: 0.5 },
    { name: 'The same, Koa with the same libraries', unit: 'seconds', samples: seen.empty },
    { ...share, most: 1.5 },
  ];
}
