import { single } from './answers.ts';
import { measure } from './load.ts';
import { type Figure, ratio } from './report.ts';
import { type Contender, startServiceForCrowd } from './servers.ts';
import { inTurns } from './turns.ts';

const CROWD = { subscribers: 2000, requestsPerMinute: 1500 };
const FILL_SECONDS = 30;
const ROUNDS = 6;
const SECONDS = 4;

/** A service whose one subscriber sends a million requests a minute, beside one whose many send as many between them. */
export async function compareFullWindows(
  one: Contender,
  { directory, core }: { directory: string; core: number | undefined },
): Promise<Figure[]> {
  const crowd = await startServiceForCrowd(directory, core, CROWD);
  try {
    await measure(crowd, { ...single, keys: crowd.keys }, SECONDS);
    await measure(one, single, FILL_SECONDS);
    const jobs = {
      one: { contender: one, job: single },
      crowd: { contender: crowd, job: { ...single, keys: crowd.keys } },
    };
    const seen = await inTurns(jobs, ROUNDS, ({ contender, job }) => measure(contender, job, SECONDS));

    const rates = (name: keyof typeof jobs) => seen[name].map((turn) => turn.answersAProcessorSecond);
    const name = 'Service with a full window of one subscriber';
    return [
      ratio(`${name} : with ${CROWD.subscribers} small ones`, rates('one'), rates('crowd'), 0.9),
      {
        name: `${name}, longest pause in ${SECONDS} s`,
        unit: 'ms',
        samples: seen.one.map(({ after }) => after.longestPauseMs),
        most: 50,
      },
      { name: `${name}, memory`, unit: 'MB', samples: seen.one.map(({ after }) => after.memoryBytes / 1e6) },
    ];
  } finally {
    await crowd.end();
  }
}
