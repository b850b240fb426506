import { expect } from 'chai';
import { ids } from '../../src/composition/ids.ts';
import type { KeyStore } from '../../src/domain/ports.ts';
import { expectFailure } from '../support/failures.ts';
import { type Answer, startService, type TestService } from '../support/service.ts';
import { type Unreliable, unreachable, unreliable } from '../support/unreliable.ts';

const body = { length: 8 };
const invalid = { headers: { 'www-authenticate': 'Bearer realm="passwords", error="invalid_token"' } };
const blockedFor = (seconds: number) => ({ headers: { 'retry-after': String(seconds) } });

describe('failed attempts of an address', () => {
  let service: TestService;
  let store: Unreliable<KeyStore>;
  beforeEach(async () => {
    service = await startService({
      rebind: (container) => {
        store = unreliable(container.get(ids.keyStore));
        container.rebind(ids.keyStore).toConstantValue(store.port);
      },
    });
  });
  afterEach(() => service.stop());

  const fail = async (times: number): Promise<Answer[]> => {
    const answers = [];
    for (let time = 0; time < times; time += 1) answers.push(await service.call({ key: `wrong-${time}`, body }));
    return answers;
  };

  it('are 30 a minute, and then the block', async () => {
    for (const answer of await fail(30)) expectFailure(answer, 'INVALID_API_KEY', invalid);
    for (const answer of await fail(3)) expectFailure(answer, 'TOO_MANY_FAILED_ATTEMPTS', blockedFor(60));
  });

  it('leave a missing header at 401', async () => {
    await fail(31);
    expectFailure(await service.call({ key: null, body }), 'MISSING_API_KEY', {
      headers: { 'www-authenticate': 'Bearer realm="passwords"' },
    });
  });

  it('hold up no key that was verified before', async () => {
    expect((await service.call({ body })).status).to.equal(200);
    await fail(31);
    expect((await service.call({ body })).status).to.equal(200);
  });

  it('hold up a valid key that was not, without a look-up', async () => {
    const key = await service.addSubscriber('newcomer', 'annual');
    await fail(30);
    store.calls.length = 0;
    expectFailure(await service.call({ key, body }), 'TOO_MANY_FAILED_ATTEMPTS', blockedFor(60));
    expect(store.calls).to.deep.equal([]);
    service.clock.advance(60_000);
    expect((await service.call({ key, body })).status).to.equal(200);
  });

  for (const [agoMs, status] of [
    [899_999, 200],
    [900_001, 429],
  ] as const) {
    it(`answer ${status} to a key that was verified ${agoMs} ms ago`, async () => {
      await service.call({ body });
      service.clock.advance(agoMs);
      await fail(30);
      expect((await service.call({ body })).status).to.equal(status);
    });
  }

  it('are told with the seconds after which one is let in, and no sooner', async () => {
    await fail(1);
    service.clock.advance(20_500);
    await fail(29);
    expectFailure((await fail(1))[0] as Answer, 'TOO_MANY_FAILED_ATTEMPTS', blockedFor(40));
    service.clock.advance(39_499);
    expectFailure((await fail(1))[0] as Answer, 'TOO_MANY_FAILED_ATTEMPTS', blockedFor(1));
    service.clock.advance(1);
    expect((await service.call({ body })).status).to.equal(200);
    expectFailure((await fail(1))[0] as Answer, 'INVALID_API_KEY', invalid);
    expectFailure((await fail(1))[0] as Answer, 'TOO_MANY_FAILED_ATTEMPTS', blockedFor(21));
  });

  it('are not those that the block refused', async () => {
    await fail(30);
    service.clock.advance(59_000);
    await fail(40);
    service.clock.advance(1_000);
    for (const answer of await fail(30)) expectFailure(answer, 'INVALID_API_KEY', invalid);
  });

  it('are neither missing headers, nor valid keys, nor refusals of valid keys', async () => {
    const free = await service.addSubscriber('free', 'free');
    for (let time = 0; time < 40; time += 1) {
      await service.call({ key: null, body });
      await service.call({ key: free, body });
      await service.call({ body: {} });
    }
    expectFailure((await fail(1))[0] as Answer, 'INVALID_API_KEY', invalid);
  });

  it('are no failures of the store', async () => {
    store.fault = unreachable();
    for (let time = 0; time < 40; time += 1) expect((await service.call({ body })).status).to.equal(503);
    store.fault = undefined;
    expect((await service.call({ body })).status).to.equal(200);
  });

  it('are also expired and revoked keys', async () => {
    const keys = service.container.get(ids.administerKeys);
    const wish = { subscriberId: 'local', name: null };
    const expired = await keys.create({ ...wish, expiresInMs: 1 });
    const revoked = await keys.create({ ...wish, expiresInMs: null });
    await keys.revoke(revoked.key.id);
    service.clock.advance(1);
    for (let time = 0; time < 15; time += 1) {
      for (const { text } of [expired, revoked]) {
        expectFailure(await service.call({ key: text, body }), 'INVALID_API_KEY', invalid);
      }
    }
    expectFailure(await service.call({ key: revoked.text, body }), 'TOO_MANY_FAILED_ATTEMPTS', blockedFor(60));
  });
});
