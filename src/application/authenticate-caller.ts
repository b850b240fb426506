import { statusOf } from '../domain/access/api-key.ts';
import type { FailedAttempts } from '../domain/access/failed-attempts.ts';
import { hasKeyForm, isWellFormedKey } from '../domain/access/key-text.ts';
import type { KnownKeys } from '../domain/access/known-keys.ts';
import type { Plan } from '../domain/access/plan.ts';
import { eligibilityOf, type Subscriber } from '../domain/access/subscriber.ts';
import type { Clock, KeyDigester, Logger, Meter } from '../domain/ports.ts';
import type { FindKey } from './find-key.ts';
import type { RecordUses } from './record-uses.ts';

export interface Caller {
  readonly subscriber: Subscriber;
  readonly plan: Plan;
}

export type Authentication =
  | { readonly outcome: 'authenticated'; readonly caller: Caller }
  | { readonly outcome: 'invalid-key' | 'plan-without-api-access' | 'subscription-inactive' }
  | { readonly outcome: 'too-many-failed-attempts'; readonly availableInMs: number };

interface Attempt {
  readonly keyText: string;
  /** The network address that the attempt counts for; asked for only where it matters. */
  readonly address: () => string;
}

interface AuthenticationParts {
  readonly keys: FindKey;
  readonly digester: KeyDigester;
  readonly knownKeys: KnownKeys;
  readonly failedAttempts: FailedAttempts;
  readonly plans: ReadonlyMap<string, Plan>;
  readonly uses: RecordUses;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly meter: Meter;
}

/** Tells who calls: from the text of a key to a subscriber who may call, or the reason why not. */
export class AuthenticateCaller {
  readonly #parts: AuthenticationParts;

  constructor(parts: AuthenticationParts) {
    this.#parts = parts;
  }

  /** @throws ServiceError STORE_UNAVAILABLE where the key can't be checked and is not known either */
  async authenticate({ keyText, address }: Attempt): Promise<Authentication> {
    const { keys, digester, knownKeys, failedAttempts, uses, clock, meter } = this.#parts;
    const digest = hasKeyForm(keyText) ? digester.digest(keyText) : undefined;
    const known = digest === undefined ? undefined : knownKeys.recall(digest);
    if (!known) {
      const availableInMs = failedAttempts.blockedForMs(address());
      if (availableInMs > 0) return { outcome: 'too-many-failed-attempts', availableInMs };
    }

    // What is known was found by its digest before, so its checksum is right.
    const isWorthAsking = known !== undefined || isWellFormedKey(keyText);
    const credential = digest !== undefined && isWorthAsking ? await keys.find(digest, known) : undefined;
    if (!digest || !credential || statusOf(credential.key, clock.nowMs()) !== 'active') {
      if (digest) knownKeys.forget(digest);
      failedAttempts.record(address());
      meter.attemptFailed();
      return { outcome: 'invalid-key' };
    }
    uses.note(credential.key);
    return this.#admit(credential.subscriber);
  }

  #admit(subscriber: Subscriber): Authentication {
    const plan = this.#parts.plans.get(subscriber.plan);
    if (!plan) {
      this.#parts.logger.warn('a subscriber is on a plan that the settings do not name', {
        subscriberId: subscriber.id,
      });
    }
    const eligibility = eligibilityOf(subscriber, plan);
    return eligibility === 'eligible' && plan
      ? { outcome: 'authenticated', caller: { subscriber, plan } }
      : { outcome: eligibility as Exclude<typeof eligibility, 'eligible'> };
  }
}
