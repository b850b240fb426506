import { expect } from 'chai';
import { failureLog } from '../../../src/adapters/http/log-failure.ts';
import { silentLogger } from '../../support/silent-logger.ts';

function logging() {
  const lines: unknown[] = [];
  let endQuiet = () => {};
  const log = failureLog({ ...silentLogger, error: (message, fields) => lines.push([message, fields]) }, (ms, act) => {
    expect(ms).to.equal(10_000);
    endQuiet = act;
  });
  return { lines, log, endQuiet: () => endQuiet() };
}

const away = (requestId: string) => ({ requestId, code: 'STORE_UNAVAILABLE', error: new Error('away') });

describe('the log of failures', () => {
  it('tells each fault of ours whole', () => {
    const { lines, log } = logging();
    const failures = ['one', 'two'].map((requestId) => ({
      requestId,
      code: 'INTERNAL_ERROR',
      error: new Error('bug'),
    }));
    for (const failure of failures) log(failure);
    expect(lines).to.deep.equal(failures.map((failure) => ['a request failed', failure]));
  });

  it('tells one of the requests that fail while a store is away, and how many more there were', () => {
    const { lines, log, endQuiet } = logging();
    const first = away('first');
    log(first);
    for (let request = 0; request < 312; request += 1) log(away('more'));
    expect(lines).to.deep.equal([['a request failed', first]]);
    endQuiet();
    expect(lines.slice(1)).to.deep.equal([['and 312 more requests failed', { code: 'STORE_UNAVAILABLE' }]]);
    const next = away('next');
    log(next);
    endQuiet();
    expect(lines.slice(2)).to.deep.equal([['a request failed', next]]);
  });
});
