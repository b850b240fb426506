import { expect } from 'chai';
import { parseDuration } from '../../../src/adapters/cli/duration.ts';

const forms = 'a time such as 30s, 15m, 24h or 90d, of a hundred years at most';

describe('parseDuration', () => {
  const times = [
    ['1s', 1000],
    ['30s', 30_000],
    ['15m', 900_000],
    ['24h', 86_400_000],
    ['90d', 7_776_000_000],
    ['007d', 604_800_000],
    ['36525d', 3_155_760_000_000],
    ['876600h', 3_155_760_000_000],
  ] as const;
  for (const [text, ms] of times) {
    it(`${text} is ${ms} ms`, () => {
      expect(parseDuration('--overlap', text)).to.equal(ms);
      expect(parseDuration('--overlap', text, { zeroAllowed: true })).to.equal(ms);
    });
  }

  const wrong = [
    '',
    ' ',
    '1',
    '90',
    '-1d',
    '+1d',
    '1.5h',
    '1e3s',
    '1 d',
    ' 1d',
    '1d ',
    '1d\n',
    '1D',
    '1w',
    '1y',
    '1ms',
  ].concat(['d', '0x1d', '1d1h', '٣d', 'NaN', 'Infinity', '00', '-0', '36526d', '999999999d', '9999999999s']);
  for (const text of wrong) {
    it(`${JSON.stringify(text)} is refused`, () => {
      expect(() => parseDuration('--expires-in', text))
        .to.throw(`--expires-in must be ${forms}, and more than 0.`)
        .with.property('code', 'INVALID_ARGUMENT');
      expect(() => parseDuration('--overlap', text, { zeroAllowed: true }))
        .to.throw(`--overlap must be ${forms}, or 0.`)
        .with.property('code', 'INVALID_ARGUMENT');
    });
  }

  it('takes 0 where it is allowed, and nowhere else', () => {
    for (const text of ['0', '0s', '0d']) {
      expect(parseDuration('--overlap', text, { zeroAllowed: true }), text).to.equal(0);
      expect(() => parseDuration('--expires-in', text), text).to.throw('and more than 0');
    }
  });
});
