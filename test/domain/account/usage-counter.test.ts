import { expect } from 'chai';
import { noUsage } from '../../../src/domain/account/usage.ts';
import { UsageCounter } from '../../../src/domain/account/usage-counter.ts';

describe('UsageCounter', () => {
  it('counts accepted requests, refused ones and passwords, each subscriber’s apart', () => {
    const counter = new UsageCounter();
    for (const allowed of [true, true, false, true]) counter.requestDecided('acme', allowed);
    counter.requestDecided('beta', false);
    counter.passwordsIssued('acme', 1);
    counter.passwordsIssued('acme', 1000);
    expect(counter.pendingOf('acme')).to.deep.equal({ requests: 3, passwords: 1001, refusals: 1 });
    expect(counter.pendingOf('beta')).to.deep.equal({ requests: 0, passwords: 0, refusals: 1 });
    expect(counter.pendingOf('gamma')).to.deep.equal(noUsage);
    expect([...counter.take()]).to.deep.equal([
      ['acme', { requests: 3, passwords: 1001, refusals: 1 }],
      ['beta', { requests: 0, passwords: 0, refusals: 1 }],
    ]);
  });

  it('gives each count away once, and changes nothing that it gave away', () => {
    const counter = new UsageCounter();
    counter.requestDecided('acme', true);
    const taken = counter.take();
    counter.passwordsIssued('acme', 7);
    expect([...taken]).to.deep.equal([['acme', { requests: 1, passwords: 0, refusals: 0 }]]);
    expect([...counter.take()]).to.deep.equal([['acme', { requests: 0, passwords: 7, refusals: 0 }]]);
    expect([...counter.take()]).to.deep.equal([]);
    expect(noUsage).to.deep.equal({ requests: 0, passwords: 0, refusals: 0 });
  });
});
