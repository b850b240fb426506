import { expect } from 'chai';
import { browserName } from '../../../../../../src/adapters/http/dashboard/pages/parts/browser-name.ts';

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('browserName', () => {
  for (const [said, name] of [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140 on Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome 141 on Windows'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/141.0.0.0 Safari/537.36`, 'Chrome 141 on Linux'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome 141 on ChromeOS'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
      'Edge 141 on Windows',
    ],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`,
      'Opera 124 on macOS',
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet 28 on Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari 26 on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.0.0 Mobile/15E148 Safari/604.1',
      'Chrome 141 on iOS',
    ],
    ['Firefox/140', 'Firefox 140'],
    ['curl/8.14.1', 'curl/8.14.1'],
    ['an unknown browser', 'an unknown browser'],
    ['', ''],
  ] as const) {
    it(`calls ${said === '' ? 'nothing' : said} ${name === said ? 'as it calls itself' : name}`, () => {
      expect(browserName(said)).to.equal(name);
    });
  }
});
