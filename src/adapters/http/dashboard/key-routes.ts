import type { KeyView, NewKey } from '../../../application/administer-keys.ts';
import { type Customer, MAX_LIVE_KEYS, type ManageOwnKeys } from '../../../application/manage-own-keys.ts';
import { type ApiKey, end, endingAfter, endOf } from '../../../domain/access/api-key.ts';
import { maskKeys } from '../../../domain/access/key-text.ts';
import { type Fault, ServiceError } from '../../../domain/errors.ts';
import type { Context, Step } from '../context.ts';
import { hasEnded, keyWishOf, newNameOf, overlapOf } from './key-forms.ts';
import { originOf } from './own-origin.ts';
import { ApiKeyPage } from './pages/api-key-page.tsx';
import { ApiKeysPage } from './pages/api-keys-page.tsx';
import { NewKeyPage } from './pages/new-key-page.tsx';
import { RevokeKeyPage } from './pages/revoke-key-page.tsx';
import { fieldOf } from './read-form.ts';
import { noticeOf, placeOf, redirect, show, signedInOf, visitorOf } from './show-page.ts';

export interface KeyParts {
  readonly manageOwnKeys: ManageOwnKeys;
  readonly publicUrl: string | null;
}

const LIST = '/dashboard/settings/api-keys';
const notices = {
  renamed: 'The key has its new name.',
  revoked: 'The key is revoked: requests with it are refused.',
};

/** GET /dashboard/settings/api-keys */
export function listKeys(parts: KeyParts): Step {
  return (ctx) => showList(ctx, parts);
}

/** POST /dashboard/settings/api-keys: the one answer in which a key stands. */
export function createKey(parts: KeyParts): Step {
  return async function createKey(ctx) {
    const draft = { name: fieldOf(ctx, 'name'), expiry: fieldOf(ctx, 'expiry') };
    try {
      showNewKey(ctx, parts, await parts.manageOwnKeys.create(customerOf(ctx), keyWishOf(ctx)));
    } catch (error) {
      await showList(ctx, parts, { draft: { ...draft, name: maskKeys(draft.name) }, ...refusalOf(error) });
    }
  };
}

/** GET /dashboard/settings/api-keys/:id */
export function showKey({ manageOwnKeys }: KeyParts): Step {
  return async (ctx) => showOne(ctx, await manageOwnKeys.find(customerOf(ctx), idOf(ctx)));
}

/** POST /dashboard/settings/api-keys/:id/rename */
export function renameKey({ manageOwnKeys }: KeyParts): Step {
  return async function renameKey(ctx) {
    const apiKey = await manageOwnKeys.find(customerOf(ctx), idOf(ctx));
    try {
      await manageOwnKeys.rename(customerOf(ctx), apiKey.id, newNameOf(ctx, apiKey));
      redirect(ctx, `${LIST}/${apiKey.id}?done=renamed`);
    } catch (error) {
      const typed = ctx.state.form?.get('name') ?? null;
      showOne(ctx, apiKey, { draftName: typed && maskKeys(typed), ...refusalOf(error, hasEnded) });
    }
  };
}

/** POST /dashboard/settings/api-keys/:id/rotate: the one answer in which the new key stands. */
export function rotateKey(parts: KeyParts): Step {
  return async function rotateKey(ctx) {
    const { manageOwnKeys } = parts;
    const old = await manageOwnKeys.find(customerOf(ctx), idOf(ctx));
    try {
      const overlapMs = overlapOf(ctx, old);
      const created = await manageOwnKeys.rotate(customerOf(ctx), old.id, overlapMs);
      // Nothing is read again: the new key is there, and whatever failed now would lose its text.
      showNewKey(ctx, parts, created, end(old, endingAfter(overlapMs, created.key.createdAtMs)));
    } catch (error) {
      showOne(ctx, old, refusalOf(error, hasEnded));
    }
  };
}

/** GET /dashboard/settings/api-keys/:id/revoke */
export function confirmRevocation({ manageOwnKeys }: KeyParts): Step {
  return async function confirmRevocation(ctx) {
    const apiKey = await manageOwnKeys.find(customerOf(ctx), idOf(ctx));
    show(ctx, RevokeKeyPage({ visitor: visitorOf(signedInOf(ctx)), apiKey }));
  };
}

/** POST /dashboard/settings/api-keys/:id/revoke */
export function revokeKey({ manageOwnKeys }: KeyParts): Step {
  return async function revokeKey(ctx) {
    await manageOwnKeys.revoke(customerOf(ctx), idOf(ctx));
    redirect(ctx, `${LIST}?done=revoked`);
  };
}

interface Filled {
  readonly draft?: { readonly name: string; readonly expiry: string };
  readonly draftName?: string | null;
  readonly faults?: Fault[];
  readonly status?: number;
}

async function showList(ctx: Context, { manageOwnKeys }: KeyParts, filled: Filled = {}): Promise<void> {
  const { draft = { name: '', expiry: '' }, faults = [], status = 200 } = filled;
  const keys = await manageOwnKeys.list(customerOf(ctx));
  const [visitor, notice] = [visitorOf(signedInOf(ctx)), noticeOf(ctx, notices)];
  show(ctx, ApiKeysPage({ visitor, keys, maxLive: MAX_LIVE_KEYS, draft, faults, notice }), status);
}

function showOne(ctx: Context, apiKey: KeyView, { draftName = null, faults = [], status = 200 }: Filled = {}): void {
  const [visitor, notice] = [visitorOf(signedInOf(ctx)), noticeOf(ctx, notices)];
  show(ctx, ApiKeyPage({ visitor, apiKey, draftName, faults, notice }), status);
}

function showNewKey(ctx: Context, { publicUrl }: KeyParts, { key, text }: NewKey, old?: ApiKey): void {
  const curl = `curl -sS ${originOf(ctx, publicUrl)}/api/passwords -H 'Authorization: Bearer ${text}' -H 'Content-Type: application/json' -d '{"length": 20}'`;
  const ends = old ? { hint: old.hint, endsAtMs: old.revokedAtMs === null ? endOf(old) : null } : null;
  show(ctx, NewKeyPage({ visitor: visitorOf(signedInOf(ctx)), apiKey: key, text, curl, ends }));
}

/**
 * What a form can be sent again without; all else is no fault of what was typed.
 *
 * @param outdated why what was found a moment before can't be done any more
 */
function refusalOf(error: unknown, outdated?: Fault): Pick<Filled, 'faults' | 'status'> {
  if (!(error instanceof ServiceError)) throw error;
  const { code, message, details = [] } = error;
  if (code === 'INVALID_REQUEST') return { faults: [...details], status: 422 };
  if (code === 'INVALID_ARGUMENT' && outdated) return { faults: [outdated], status: 422 };
  if (code === 'TOO_MANY_KEYS') return { faults: [{ field: '', message }], status: 409 };
  throw error;
}

function customerOf(ctx: Context): Customer {
  return { subscriberId: signedInOf(ctx).subscriber.id, address: placeOf(ctx).address };
}

function idOf({ state }: Context): string {
  return state.params?.id ?? '';
}
