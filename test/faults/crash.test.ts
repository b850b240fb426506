import { expect } from 'chai';
import { withDirectory, withServiceProcess } from '../support/process.ts';
import { freePort } from '../support/servers/free-port.ts';
import { send } from '../support/service.ts';

/** What a fault of ours would do, at a signal: Node ends the process, and prints what it knows. */
const crashes = {
  'an error that nobody catches': `throw new Error('unforeseen')`,
  'a promise that nobody awaits': `Promise.reject(new Error('unforeseen'))`,
};

describe('a crash', () => {
  for (const [what, deed] of Object.entries(crashes)) {
    it(`by ${what} is told, ends the process, and shows no key and no password`, () =>
      withDirectory(async (DATA_DIR) => {
        const METRICS_PORT = String(await freePort());
        const preload = encodeURIComponent(`process.once('SIGUSR2', () => { ${deed} })`);
        const NODE_OPTIONS = `--import data:text/javascript,${preload}`;
        await withServiceProcess({ DATA_DIR, METRICS_PORT, NODE_OPTIONS }, async (service) => {
          const { url, key } = service;
          const wrongKey = key.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
          const { json } = await send(url, { key, body: { length: 20 } });
          await send(url, { key, path: '/api/passwords/bulk', body: { length: 20, count: 3, [key]: true } });
          await send(url, { key: wrongKey, body: { length: 20 } });
          const metrics = await send(`http://127.0.0.1:${METRICS_PORT}`, { method: 'GET', path: '/metrics' });
          const health = await send(url, { method: 'GET', path: '/health/ready' });

          const { code, stderr, stdout } = await service.end('SIGUSR2');
          expect(code).not.to.equal(0);
          expect(stderr).to.match(/Error: unforeseen\n/);
          const logged = stdout.split('\n').filter((line) => line.startsWith('{'));
          for (const text of [stderr, metrics.text, health.text, ...logged]) {
            expect(text).not.to.include(json.data.password);
            expect(text).not.to.match(/pgs_[0-9A-Za-z]{38}/);
          }
        });
      }));
  }
});
