import { expect } from 'chai';
import { stub } from 'sinon';
import { silentMeter } from '../../src/adapters/metrics/silent-meter.ts';
import { SystemRandomness } from '../../src/adapters/system/system-randomness.ts';
import { AuthenticateCaller } from '../../src/application/authenticate-caller.ts';
import { FindKey, FRESH_FOR_MS } from '../../src/application/find-key.ts';
import type { ApiKey } from '../../src/domain/access/api-key.ts';
import { FailedAttempts } from '../../src/domain/access/failed-attempts.ts';
import { createKeyText } from '../../src/domain/access/key-text.ts';
import { KnownKeys } from '../../src/domain/access/known-keys.ts';
import type { Subscriber } from '../../src/domain/access/subscriber.ts';
import { ServiceError } from '../../src/domain/errors.ts';
import { Generator } from '../../src/domain/password/generator.ts';
import { keyOf, plans, subscriberOf } from '../support/builders.ts';
import { SettableClock } from '../support/settable-clock.ts';

const generator = new Generator(new SystemRandomness());
const goodKey = createKeyText(generator);
const unknownKey = createKeyText(generator);
const away = new ServiceError('STORE_UNAVAILABLE', 'away');

/** A store that holds one key, found by the digest of its text alone. */
function authenticating(facts: { key?: Partial<ApiKey>; subscriber?: Partial<Subscriber> } = {}) {
  const clock = new SettableClock();
  const credential = { key: keyOf(facts.key), subscriber: subscriberOf(facts.subscriber) };
  const findCredential = stub();
  findCredential.resolves(undefined).withArgs(`digest of ${goodKey}`).resolves(credential);
  const uses = { note: stub() };
  const logger = { warn: stub() };
  const attemptFailed = stub();
  const knownKeys = new KnownKeys(clock, new Map());
  const store = { findCredential } as never;
  const authenticateCaller = new AuthenticateCaller({
    keys: new FindKey({ store, knownKeys, clock, freshForMs: FRESH_FOR_MS.embedded }),
    digester: { digest: (text) => `digest of ${text}` },
    knownKeys,
    failedAttempts: new FailedAttempts(clock, new Map(), 30),
    plans,
    uses: uses as never,
    clock,
    logger: logger as never,
    meter: { ...silentMeter, attemptFailed },
  });
  const attempt = (keyText: string, address = '192.0.2.1') =>
    authenticateCaller.authenticate({ keyText, address: () => address });
  const fail = async (times: number, address?: string) => {
    for (let time = 0; time < times; time += 1) await attempt(unknownKey, address);
  };
  return { clock, credential, findCredential, uses, logger, attemptFailed, attempt, fail };
}

describe('AuthenticateCaller', () => {
  it('finds the subscriber and the plan behind a key, and notes the use', async () => {
    const { attempt, credential, uses } = authenticating();
    const caller = { subscriber: credential.subscriber, plan: plans.get('enterprise') };
    expect(await attempt(goodKey)).to.deep.equal({ outcome: 'authenticated', caller });
    expect(uses.note.args).to.deep.equal([[credential.key]]);
  });

  it('looks nothing up for what can’t be a key', async () => {
    const { attempt, findCredential } = authenticating();
    for (const text of ['', 'secret', `${goodKey}0`, goodKey.toLowerCase()]) {
      expect(await attempt(text)).to.deep.equal({ outcome: 'invalid-key' });
    }
    expect(findCredential.callCount).to.equal(0);
  });

  it('does not tell unknown, expired, retired and revoked keys apart', async () => {
    const atMs = new SettableClock().nowMs();
    for (const key of [{ expiresAtMs: atMs }, { retiresAtMs: atMs }, { revokedAtMs: atMs }]) {
      const { attempt, uses } = authenticating({ key });
      expect(await attempt(goodKey), JSON.stringify(key)).to.deep.equal({ outcome: 'invalid-key' });
      expect(uses.note.callCount).to.equal(0);
    }
    expect(await authenticating().attempt(unknownKey)).to.deep.equal({ outcome: 'invalid-key' });
  });

  it('tells a valid key’s caller why it may not call', async () => {
    const table = [
      [{ plan: 'free' }, 'plan-without-api-access', 0],
      [{ status: 'suspended' }, 'subscription-inactive', 0],
      [{ plan: 'withdrawn' }, 'plan-without-api-access', 1],
    ] as const;
    for (const [subscriber, outcome, warnings] of table) {
      const { attempt, logger } = authenticating({ subscriber });
      expect(await attempt(goodKey)).to.deep.equal({ outcome });
      expect(logger.warn.callCount).to.equal(warnings);
    }
  });

  describe('after 30 invalid keys from an address', () => {
    it('refuses that address before any look-up, and counts no refusal', async () => {
      const { attempt, fail, findCredential, attemptFailed, clock } = authenticating();
      await fail(30);
      findCredential.resetHistory();
      const refusal = { outcome: 'too-many-failed-attempts', availableInMs: 60_000 };
      for (const text of [unknownKey, goodKey, 'secret']) expect(await attempt(text)).to.deep.equal(refusal);
      expect(findCredential.callCount).to.equal(0);
      expect(attemptFailed.callCount).to.equal(30);
      clock.advance(60_000);
      expect((await attempt(goodKey)).outcome).to.equal('authenticated');
    });

    it('goes on with a key that was verified here in the last 15 minutes', async () => {
      const { attempt, fail, clock } = authenticating();
      await attempt(goodKey);
      clock.advance(15 * 60_000 - 1);
      await fail(30);
      expect((await attempt(goodKey)).outcome).to.equal('authenticated');
    });

    it('refuses a key whose verification is older', async () => {
      const { attempt, fail, clock } = authenticating();
      await attempt(goodKey);
      clock.advance(15 * 60_000);
      await fail(30);
      expect((await attempt(goodKey)).outcome).to.equal('too-many-failed-attempts');
    });

    it('does not trouble another address', async () => {
      const { attempt, fail } = authenticating();
      await fail(30, '192.0.2.1');
      expect((await attempt(goodKey, '192.0.2.2')).outcome).to.equal('authenticated');
    });

    it('counts eligible and ineligible callers for nothing', async () => {
      const { attempt, fail } = authenticating({ subscriber: { plan: 'free' } });
      await fail(29);
      for (let time = 0; time < 5; time += 1) await attempt(goodKey);
      expect((await attempt(unknownKey)).outcome).to.equal('invalid-key');
      expect((await attempt(unknownKey)).outcome).to.equal('too-many-failed-attempts');
    });

    it('holds a key that was revoked since for unknown', async () => {
      const { attempt, fail, findCredential, credential } = authenticating();
      await attempt(goodKey);
      const revoked = { ...credential, key: { ...credential.key, revokedAtMs: 1 } };
      findCredential.withArgs(`digest of ${goodKey}`).resolves(revoked);
      expect((await attempt(goodKey)).outcome).to.equal('invalid-key');
      await fail(29);
      expect((await attempt(goodKey)).outcome).to.equal('too-many-failed-attempts');
    });
  });

  describe('while the store is away', () => {
    it('goes on with a known key for 15 minutes from its last verification, and not longer', async () => {
      const { attempt, clock, findCredential, credential } = authenticating();
      await attempt(goodKey);
      findCredential.withArgs(`digest of ${goodKey}`).rejects(away);
      clock.advance(15 * 60_000 - 1);
      const caller = { subscriber: credential.subscriber, plan: plans.get('enterprise') };
      expect(await attempt(goodKey)).to.deep.equal({ outcome: 'authenticated', caller });
      clock.advance(1);
      expect(await attempt(goodKey).catch((error: unknown) => error)).to.equal(away);
    });

    it('lets a known key expire all the same', async () => {
      const { attempt, clock, findCredential } = authenticating({
        key: { expiresAtMs: new SettableClock().nowMs() + 1000 },
      });
      await attempt(goodKey);
      findCredential.withArgs(`digest of ${goodKey}`).rejects(away);
      clock.advance(1000);
      expect((await attempt(goodKey)).outcome).to.equal('invalid-key');
    });

    it('fails for an unknown key and counts no attempt, and still refuses a mistyped one', async () => {
      const { attempt, findCredential } = authenticating();
      findCredential.reset();
      findCredential.rejects(away);
      for (let time = 0; time < 31; time += 1) {
        expect(await attempt(goodKey).catch((error: unknown) => error)).to.equal(away);
      }
      expect((await attempt(`${goodKey}0`)).outcome).to.equal('invalid-key');
    });

    it('passes any other failure on, also for a known key', async () => {
      const { attempt, findCredential } = authenticating();
      await attempt(goodKey);
      const fault = new TypeError('a fault of ours');
      findCredential.withArgs(`digest of ${goodKey}`).rejects(fault);
      expect(await attempt(goodKey).catch((error: unknown) => error)).to.equal(fault);
    });
  });
});
