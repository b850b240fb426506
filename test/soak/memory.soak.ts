import { expect } from 'chai';
import { SystemRandomness } from '../../src/adapters/system/system-randomness.ts';
import { createKeyText } from '../../src/domain/access/key-text.ts';
import { Generator } from '../../src/domain/password/generator.ts';
import { type FloodReport, flood } from '../support/flood.ts';
import { servingWithoutLimit } from '../support/lifted-quota.ts';
import type { ServiceProcess } from '../support/process.ts';
import { send } from '../support/service.ts';

const REQUESTS = Number(process.env.SOAK_REQUESTS ?? 1_000_000);
const WRONG_KEYS = 50_000;
const ADDRESSES = 10_000;
/** What an address may fail in a minute. */
const FAILURES = 30;
const body = { length: 20 };

function expectFlat({ peaksMib: [, second = 0, , last = 0] }: FloodReport): void {
  expect(last, 'the peak of the last quarter').to.be.at.most(1.1 * second);
}

describe('the memory of a service', function () {
  this.timeout(600_000);

  const generator = new Generator(new SystemRandomness());
  const keyFrom = (key: string, address: string) => ({ authorization: `Bearer ${key}`, 'x-forwarded-for': address });
  const wrongKeyFrom = (address: string) => keyFrom(createKeyText(generator), address);

  const attack = async (service: ServiceProcess, addressOf: (number: number) => string) => {
    const headersOf = (number: number) => wrongKeyFrom(addressOf(number));
    const known = () => send(service.url, { body, headers: keyFrom(service.key, addressOf(1)) });
    expect((await known()).status).to.equal(200);
    const attacked = flood({ service, amount: WRONG_KEYS, headersOf });
    let isOver = false;
    void attacked.finally(() => {
      isOver = true;
    });
    for (let asked = 0; !isOver; asked += 1) expect((await known()).status, `known key, time ${asked}`).to.equal(200);
    const report = await attacked;
    console.log('     ', JSON.stringify(report));
    expect(report.errors).to.equal(0);
    return report;
  };

  it(`is flat under ${WRONG_KEYS} wrong keys of one address, which is held up, while its known key is served`, () =>
    servingWithoutLimit({ TRUSTED_PROXIES: '1' }, async (service) => {
      const startedAtMs = performance.now();
      const report = await attack(service, () => '192.0.2.1');
      const { 401: failed = 0, 429: heldUp = 0 } = report.statuses;
      const minutes = Math.ceil((performance.now() - startedAtMs) / 60_000);
      expect(failed).to.be.within(FAILURES, FAILURES * (minutes + 1));
      expect(failed + heldUp).to.equal(WRONG_KEYS);
      expectFlat(report);
    }));

  it(`is flat under ${WRONG_KEYS} wrong keys of ${ADDRESSES} addresses, each of which fails too seldom to be held up`, () =>
    servingWithoutLimit({ TRUSTED_PROXIES: '1' }, async (service) => {
      const addressOf = (number: number) =>
        `10.1.${Math.floor((number % ADDRESSES) / 250)}.${(number % ADDRESSES) % 250}`;
      const report = await attack(service, addressOf);
      expect(report.statuses).to.deep.equal({ 401: WRONG_KEYS });
      expectFlat(report);
    }));

  it(`is flat over ${REQUESTS} requests`, () =>
    servingWithoutLimit({}, async (service) => {
      const headers = { authorization: `Bearer ${service.key}` };
      const report = await flood({ service, amount: REQUESTS, headersOf: () => headers });
      console.log('     ', JSON.stringify(report));
      expect({ statuses: report.statuses, errors: report.errors }).to.deep.equal({
        statuses: { 200: REQUESTS },
        errors: 0,
      });
      expectFlat(report);
    }));
});
