import type { VNode } from 'preact';
import { AccountPage } from '../../src/adapters/http/dashboard/pages/account-page.tsx';
import { ApiKeyPage } from '../../src/adapters/http/dashboard/pages/api-key-page.tsx';
import { ApiKeysPage } from '../../src/adapters/http/dashboard/pages/api-keys-page.tsx';
import { FailurePage } from '../../src/adapters/http/dashboard/pages/failure-page.tsx';
import { InvitationPage } from '../../src/adapters/http/dashboard/pages/invitation-page.tsx';
import { NewKeyPage } from '../../src/adapters/http/dashboard/pages/new-key-page.tsx';
import { OverviewPage } from '../../src/adapters/http/dashboard/pages/overview-page.tsx';
import { renderPage } from '../../src/adapters/http/dashboard/pages/render.ts';
import { RevokeKeyPage } from '../../src/adapters/http/dashboard/pages/revoke-key-page.tsx';
import { SignInPage } from '../../src/adapters/http/dashboard/pages/sign-in-page.tsx';
import { TryItPage } from '../../src/adapters/http/dashboard/pages/try-it-page.tsx';
import type { KeyView } from '../../src/application/administer-keys.ts';
import type { AuditEvent } from '../../src/domain/account/audit-event.ts';
import type { Session } from '../../src/domain/account/session.ts';
import { beginningOf, type UsageSpan, type UsageStep, usageSpans } from '../../src/domain/account/usage.ts';
import { keyOf } from './builders.ts';

/** 2026-11-21 23:31 UTC. */
export const shownAtMs = Date.UTC(2026, 10, 21, 23, 31);

export function keyViewOf(facts: Partial<KeyView> = {}): KeyView {
  return { ...keyOf(), endsAtMs: null, status: 'active', ...facts };
}

/** The steps of a span that ends now: 1, 2, 3 and so on of one thing. */
export function stepsOf(span: UsageSpan): UsageStep[] {
  const { stepMs, steps } = usageSpans[span];
  const fromMs = beginningOf(span, shownAtMs);
  return Array.from({ length: steps }, (_, index) => ({
    atMs: fromMs + index * stepMs,
    requests: index + 1,
    passwords: 1000 * index,
    refusals: index === 0 ? 1 : 0,
  }));
}

/** Each page by its name, with this text wherever a customer's own stands, and with a fault in every field. */
export function dashboardPages(written = 'build server'): Readonly<Record<string, string>> {
  const visitor = { email: written, subscriberId: 'acme', name: written };
  const apiKey = keyViewOf({ name: written });
  const shown = { visitor, notice: 'Done.' };
  const session: Session = {
    ...{ id: 'session-1', digest: 'digest', subscriberId: 'acme', passwordDigest: 'digest of a hash' },
    ...{ createdAtMs: 1, lastSeenAtMs: 2, address: written, browser: written },
  };
  const event: AuditEvent = {
    ...{ id: 'event-1', subscriberId: 'acme', atMs: 3, action: 'key-renamed' },
    ...{ subject: written, name: written, address: written },
  };
  const wish = { includeUppercase: true, includeLowercase: false, includeNumbers: true, includeSymbols: false };
  const proposal = 'proposed';
  const pages: Record<string, VNode> = {
    'sign-in': SignInPage({ email: written, next: written, fault: 'This is not right.' }),
    invitation: InvitationPage({
      ...{ action: '/dashboard/invitations/token', email: written, proposal },
      faults: faultsOf('password'),
    }),
    overview: OverviewPage({
      ...{ visitor, plan: { id: 'enterprise', requestsPerMinute: 100, apiAccess: true }, isSuspended: true },
      quota: { limit: 100, remaining: 63, availableInSeconds: 4 },
      usage: { hour: stepsOf('hour'), day: stepsOf('day'), month: stepsOf('month') },
    }),
    'api-keys': ApiKeysPage({
      ...{ ...shown, keys: [apiKey], maxLive: 1, draft: { name: written, expiry: '30d' } },
      faults: faultsOf('name', 'expiry', ''),
    }),
    'new-key': NewKeyPage({ visitor, apiKey, text: 'text', curl: written, ends: { hint: 'pgs_…', endsAtMs: 4 } }),
    'api-key': ApiKeyPage({ ...shown, apiKey, draftName: written, faults: faultsOf('name', 'overlap') }),
    'revoke-key': RevokeKeyPage({ visitor, apiKey }),
    account: AccountPage({
      ...{ ...shown, sessions: [session, { ...session, id: 'session-2' }], currentSessionId: 'session-1' },
      ...{ events: [event], proposal, faults: faultsOf('current', 'password') },
    }),
    'try-it': TryItPage({
      ...{
        visitor,
        wish: { ...wish, length: written, count: written },
        maxCount: 50,
        apiMaxCount: 60,
        refusal: 'Wait a while.',
      },
      faults: faultsOf('length', 'count', 'includeSymbols'),
      result: { passwords: ['one', 'two'], strength: 'strong', entropyBits: 99.5, curl: written },
    }),
    failure: FailurePage({ visitor, status: 404, title: 'No such page', text: 'Look elsewhere.', requestId: 'id-1' }),
    'failure of nobody': FailurePage({
      visitor: null,
      status: 503,
      title: 'Not now',
      text: 'Wait.',
      requestId: 'id-1',
    }),
  };
  return Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, renderPage(page)]));
}

function faultsOf(...fields: string[]) {
  return fields.map((field) => ({ field, message: 'must be right' }));
}
