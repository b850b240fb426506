import type { AuthenticateCaller } from '../../application/authenticate-caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import { toWait } from '../../domain/quota/quota-policy.ts';
import { clientNetwork } from './client-network.ts';
import type { Step } from './context.ts';

const refusals = {
  'invalid-key': 'INVALID_API_KEY',
  'plan-without-api-access': 'PLAN_WITHOUT_API_ACCESS',
  'subscription-inactive': 'SUBSCRIPTION_INACTIVE',
} as const;

/** Lets nobody on who may not call, before a byte of the body is read. */
export function authenticate(authenticateCaller: AuthenticateCaller): Step {
  return async function authenticate(ctx) {
    const { authorization } = ctx.headers;
    if (!authorization) throw new ServiceError('MISSING_API_KEY', 'No Authorization header.');

    const authentication = await authenticateCaller.authenticate({
      keyText: bearerToken(authorization),
      address: () => clientNetwork(ctx.ip),
    });
    if (authentication.outcome === 'too-many-failed-attempts') {
      const retryAfterSeconds = toWait(authentication.availableInMs);
      throw new ServiceError('TOO_MANY_FAILED_ATTEMPTS', 'The address is blocked.', { retryAfterSeconds });
    }
    if (authentication.outcome !== 'authenticated') {
      throw new ServiceError(refusals[authentication.outcome], 'The caller was refused.');
    }
    ctx.state.caller = authentication.caller;
  };
}

/** The token of RFC 6750, section 2.1, with the scheme in any case (RFC 9110, section 11.1); empty for all else. */
function bearerToken(authorization: string): string {
  return /^bearer +([^ ]+)$/i.exec(authorization)?.[1] ?? '';
}
