import { expect } from 'chai';
import { startService, type TestService } from '../support/service.ts';

interface Row {
  readonly what: string;
  readonly trustedProxies: number;
  /** X-Forwarded-For of the 30 failed attempts. */
  readonly failing: string | ((attempt: number) => string);
  /** Those who are blocked then, and those who are not. */
  readonly blocked: readonly string[];
  readonly free: readonly string[];
}

const rows: readonly Row[] = [
  {
    what: 'an IPv4 address by itself, also where it is mapped into IPv6',
    trustedProxies: 1,
    failing: '203.0.113.7',
    blocked: ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '0:0:0:0:0:ffff:203.0.113.7'],
    free: ['203.0.113.8', '203.0.114.7', '::ffff:203.0.113.8', '2001:db8::cb00:7107'],
  },
  {
    what: 'a mapped IPv4 address as the IPv4 one',
    trustedProxies: 1,
    failing: '::ffff:198.51.100.1',
    blocked: ['198.51.100.1'],
    free: ['::ffff:198.51.100.2', '::1'],
  },
  {
    what: 'an IPv6 address by its /64',
    trustedProxies: 1,
    failing: (attempt) => `2001:db8:1:2::${attempt.toString(16)}`,
    blocked: ['2001:db8:1:2::a', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2:0:0:0:0'],
    free: ['2001:db8:1:3::a', '2001:db8:1::2', '2001:db8:0:2::a', '::2'],
  },
  {
    what: 'the address that the one trusted proxy added, whatever stands before it',
    trustedProxies: 1,
    failing: (attempt) => `192.0.2.${attempt}, 203.0.113.7`,
    blocked: ['203.0.113.7', '192.0.2.200, 203.0.113.7', '203.0.113.8,203.0.113.7'],
    free: ['203.0.113.7, 203.0.113.8', '192.0.2.1'],
  },
  {
    what: 'the second address from the right behind two proxies',
    trustedProxies: 2,
    failing: (attempt) => `192.0.2.${attempt}, 203.0.113.7, 10.0.0.${attempt}`,
    blocked: ['203.0.113.7, 10.0.0.99', '8.8.8.8, 203.0.113.7, 10.0.0.1'],
    free: ['203.0.113.7, 203.0.113.9, 10.0.0.1', '203.0.113.7, 10.0.0.1, 10.0.0.1'],
  },
  {
    what: 'the connection’s own address without trusted proxies, whatever is forged',
    trustedProxies: 0,
    failing: (attempt) => `192.0.2.${attempt}`,
    blocked: ['192.0.2.200', '203.0.113.7, 192.0.2.201', '::1'],
    free: [],
  },
];

describe('the address that a failed attempt counts for', () => {
  for (const { what, trustedProxies, failing, blocked, free } of rows) {
    describe(`is ${what}`, () => {
      let service: TestService;
      before(async () => {
        service = await startService({ settings: { trustedProxies } });
      });
      after(() => service.stop());

      it('and no other', async () => {
        const attempt = async (address: string) =>
          (await service.call({ key: 'wrong', headers: { 'X-Forwarded-For': address } })).status;
        for (let time = 0; time < 30; time += 1) {
          expect(await attempt(typeof failing === 'string' ? failing : failing(time))).to.equal(401);
        }
        for (const address of free) expect(await attempt(address), address).to.equal(401);
        for (const address of blocked) expect(await attempt(address), address).to.equal(429);
      });
    });
  }

  it('is the connection’s own where a trusted proxy says nothing', async () => {
    const service = await startService({ settings: { trustedProxies: 1 } });
    for (let time = 0; time < 30; time += 1) await service.call({ key: 'wrong' });
    expect((await service.call({ key: 'wrong' })).status).to.equal(429);
    const throughProxy = { key: 'wrong', headers: { 'X-Forwarded-For': '192.0.2.1' } };
    expect((await service.call(throughProxy)).status).to.equal(401);
    await service.stop();
  });

  it('is heard of in no header but X-Forwarded-For', async () => {
    const service = await startService({ settings: { trustedProxies: 1 } });
    const attempt = (time: number) => {
      const address = `192.0.2.${time}`;
      const headers = { Forwarded: `for=${address}`, 'X-Real-IP': address, 'CF-Connecting-IP': address };
      return service.call({ key: 'wrong', headers });
    };
    for (let time = 0; time < 30; time += 1) await attempt(time);
    expect((await attempt(30)).status).to.equal(429);
    await service.stop();
  });
});
