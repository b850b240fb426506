import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect } from 'chai';
import { operatorOf } from '../support/operator.ts';
import { runMain, type ServiceProcess, withDirectory, withServiceProcess } from '../support/process.ts';
import { freePort } from '../support/servers/free-port.ts';
import { onServer } from '../support/servers/required-stores.ts';
import { sharedRedis } from '../support/servers/shared.ts';
import { send } from '../support/service.ts';
import { until } from '../support/until.ts';

const body = { length: 12 };

describe('several workers', function () {
  this.timeout(40_000);
  const redisUrl = onServer(sharedRedis);

  /** A service with two workers, and a key of a subscriber of its own. */
  const withWorkers = (
    use: (service: ServiceProcess, key: string) => Promise<void>,
    environment: Record<string, string> = {},
  ) =>
    withDirectory(async (DATA_DIR) => {
      const id = `workers-${process.pid}-${Math.round(performance.now())}`;
      const operator = operatorOf(DATA_DIR);
      await operator.json('subscribers', 'add', id, '--plan', 'annual');
      const { key } = await operator.json('keys', 'create', '--subscriber', id);
      const settings = { DATA_DIR, REDIS_URL: redisUrl(), WORKERS: '2', ...environment };
      await withServiceProcess(settings, async (service) => {
        await until('two workers listen', 15_000, () => pidsOf(service).length === 2);
        await use(service, key);
      });
    });

  it('serve on one port, hold one quota, and end together, in order', () =>
    withWorkers(async (service, key) => {
      const answers = await Promise.all(Array.from({ length: 40 }, () => send(service.url, { key, body })));
      const remainders = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
      expect(remainders.sort((one, other) => other - one)).to.deep.equal(Array.from({ length: 40 }, (_, n) => 149 - n));
      service.child.kill('SIGTERM');
      const { code, stdout, stderr } = await service.end('SIGINT');
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout.match(/"message":"draining"/g)).to.have.length(2);
      expect(stdout.match(/"message":"stopped"/g)).to.have.length(2);
    }));

  it('are measured together, with what those have counted that died', async () => {
    const METRICS_PORT = String(await freePort());
    const scrape = async () => {
      const { status, text } = await send(`http://127.0.0.1:${METRICS_PORT}`, { method: 'GET', path: '/metrics' });
      expect(status).to.equal(200);
      return text;
    };
    await withWorkers(
      async (service, key) => {
        const ask = () => Promise.all(Array.from({ length: 30 }, () => send(service.url, { key, body })));
        for (let deaths = 0; deaths < 3; deaths += 1) {
          await ask();
          const metrics = await scrape();
          expect(metrics).to.match(new RegExp(`^passwords_issued_total ${30 * (deaths + 1)}$`, 'm'));
          expect(metrics).to.match(new RegExp(`^worker_deaths_total ${deaths}$`, 'm'));
          expect(metrics).to.match(/^store_up\{store="Redis"\} 1$/m);
          expect(metrics.match(/^process_start_time_seconds \d+/gm)).to.have.length(1);
          process.kill(pidsOf(service).at(-1) as number, 'SIGKILL');
          await until('another worker listens', 15_000, () => pidsOf(service).length === 3 + deaths);
        }
      },
      { METRICS_PORT },
    );
  });

  it('are replaced when they die, and the others serve meanwhile', () =>
    withWorkers(async (service, key) => {
      const [victim] = pidsOf(service);
      let failures = 0;
      const statuses = new Set<number>();
      const callers = Array.from({ length: 8 }, async () => {
        for (let request = 0; request < 15; request += 1) {
          // Each on a connection of its own, so that none is held by the one that dies.
          const headers = { connection: 'close' };
          await send(service.url, { key, body, headers }).then(
            ({ status }) => statuses.add(status),
            () => {
              failures += 1;
            },
          );
        }
      });
      process.kill(victim as number, 'SIGKILL');
      await Promise.all(callers);
      expect([...statuses]).to.deep.equal([200]);
      expect(failures, 'at most what it held: one request of each caller').to.be.at.most(8);
      await until('a third worker listens', 15_000, () => pidsOf(service).length === 3);
      expect(service.stdout()).to.match(/"a worker died and is replaced".*"signal":"SIGKILL"/);
      expect((await service.end()).code).to.equal(0);
    }));

  it('are not started where the port is taken, which is said', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const PORT = String((taken.address() as AddressInfo).port);
    try {
      await withDirectory(async (DATA_DIR) => {
        const outcome = await runMain({ DATA_DIR, PORT, WORKERS: '2', REDIS_URL: redisUrl() });
        expect(outcome).to.deep.include({ code: 1, stdout: '' });
        expect(outcome.stderr.split('\n')).to.deep.equal([
          `Port ${PORT} on 127.0.0.1 is in use: stop what listens there, or set PORT to a free one.`,
          'No worker was started, for the reason above.',
          '',
        ]);
      });
    } finally {
      taken.close();
    }
  });
});

/** Of all workers that have listened so far. */
function pidsOf({ stdout }: ServiceProcess): number[] {
  return [...stdout().matchAll(/"message":"listening","pid":(\d+)/g)].map(([, pid]) => Number(pid));
}
