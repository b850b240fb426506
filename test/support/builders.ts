import type { ApiKey } from '../../src/domain/access/api-key.ts';
import type { Plan } from '../../src/domain/access/plan.ts';
import type { Subscriber } from '../../src/domain/access/subscriber.ts';

export const plans: ReadonlyMap<string, Plan> = new Map([
  ['enterprise', { id: 'enterprise', apiAccess: true, requestsPerMinute: 100 }],
  ['annual', { id: 'annual', apiAccess: true, requestsPerMinute: 150 }],
  ['free', { id: 'free', apiAccess: false, requestsPerMinute: 0 }],
]);

export function subscriberOf(facts: Partial<Subscriber> = {}): Subscriber {
  return { id: 'acme', name: 'Acme', plan: 'enterprise', status: 'active', createdAtMs: 11, ...facts };
}

/** A key whose times and names are all different, so that a mix-up shows. */
export function keyOf(facts: Partial<ApiKey> = {}): ApiKey {
  return {
    id: 'key_1',
    digest: 'digest-1',
    hint: 'pgs_abcd…wxyz',
    subscriberId: 'acme',
    name: 'build server',
    createdAtMs: 22,
    expiresAtMs: null,
    retiresAtMs: null,
    revokedAtMs: null,
    lastUsedAtMs: null,
    ...facts,
  };
}
