import { expect } from 'chai';
import { beginningOf, noUsage, stepOf, sumOf, type UsageSpan } from '../../../src/domain/account/usage.ts';

const at = (time: string) => Date.parse(`${time}Z`);

describe('a span of usage', () => {
  const steps: [UsageSpan, string, string][] = [
    ['hour', '2026-01-02T03:04:00.000', '2026-01-02T03:04:00'],
    ['hour', '2026-01-02T03:04:59.999', '2026-01-02T03:04:00'],
    ['hour', '2026-01-02T03:05:00.000', '2026-01-02T03:05:00'],
    ['day', '2026-01-02T03:00:00.000', '2026-01-02T03:00:00'],
    ['day', '2026-01-02T03:59:59.999', '2026-01-02T03:00:00'],
    ['day', '2026-01-02T04:00:00.000', '2026-01-02T04:00:00'],
    ['month', '2026-01-02T00:00:00.000', '2026-01-02T00:00:00'],
    ['month', '2026-01-02T23:59:59.999', '2026-01-02T00:00:00'],
    ['month', '2028-02-29T23:59:59.999', '2028-02-29T00:00:00'],
    ['month', '2028-03-01T00:00:00.000', '2028-03-01T00:00:00'],
  ];
  it('is made of minutes, hours or days in UTC', () => {
    for (const [span, moment, begun] of steps) {
      expect(stepOf(span, at(moment)), `${span} ${moment}`).to.equal(at(begun));
    }
  });

  const beginnings: [UsageSpan, string, string][] = [
    ['hour', '2026-01-02T03:59:59.999', '2026-01-02T03:00:00'],
    ['hour', '2026-01-02T04:00:00.000', '2026-01-02T03:01:00'],
    ['day', '2026-01-02T23:59:59.999', '2026-01-02T00:00:00'],
    ['day', '2026-01-03T00:00:00.000', '2026-01-02T01:00:00'],
    ['month', '2026-01-30T23:59:59.999', '2026-01-01T00:00:00'],
    ['month', '2026-01-31T00:00:00.000', '2026-01-02T00:00:00'],
    ['month', '2026-03-01T12:00:00.000', '2026-01-31T00:00:00'],
  ];
  it('begins so that the last of its 60, 24 or 30 steps is under way', () => {
    for (const [span, moment, begun] of beginnings) {
      expect(beginningOf(span, at(moment)), `${span} ${moment}`).to.equal(at(begun));
    }
  });

  it('is added up, each count by itself', () => {
    const sum = sumOf({ requests: 1, passwords: 20, refusals: 300 }, { requests: 4, passwords: 50, refusals: 600 });
    expect(sum).to.deep.equal({ requests: 5, passwords: 70, refusals: 900 });
    expect(sumOf(noUsage, sum)).to.deep.equal(sum);
    expect(noUsage).to.deep.equal({ requests: 0, passwords: 0, refusals: 0 });
  });
});
