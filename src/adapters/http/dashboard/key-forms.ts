import type { KeyView, KeyWish } from '../../../application/administer-keys.ts';
import { requireName } from '../../../domain/access/naming.ts';
import { type Fault, ServiceError } from '../../../domain/errors.ts';
import type { Context } from '../context.ts';
import { fieldOf } from './read-form.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const lifetimes = new Map([
  ['', null],
  ['7d', 7 * DAY_MS],
  ['30d', 30 * DAY_MS],
  ['90d', 90 * DAY_MS],
  ['365d', 365 * DAY_MS],
]);
const overlaps = new Map([
  ['0', 0],
  ['1h', HOUR_MS],
  ['24h', DAY_MS],
  ['7d', 7 * DAY_MS],
]);
const wrongName = { field: 'name', message: 'must be 1 to 100 characters, no control characters, and hold no API key' };
const missingName = { field: 'name', message: 'must be sent: empty where there is to be none' };
const wrongTime = (field: string) => ({ field, message: 'must be one of the times listed' });

/** Why nothing can be done with a key any more. */
export const hasEnded = { field: '', message: 'The key is revoked or expired: create a new one.' };

/** @throws ServiceError INVALID_REQUEST with all faults of the form */
export function keyWishOf(ctx: Context): Omit<KeyWish, 'subscriberId'> {
  const expiresInMs = lifetimes.get(fieldOf(ctx, 'expiry'));
  const faults = nameFaults(fieldOf(ctx, 'name'));
  if (expiresInMs === undefined) throw faulty([...faults, wrongTime('expiry')]);
  if (faults.length > 0) throw faulty(faults);
  return { name: nameIn(fieldOf(ctx, 'name')), expiresInMs };
}

/** What a key is to be called; an empty field removes its name, but one that is missing was lost on the way. */
export function newNameOf({ state }: Context, { status }: KeyView): string | null {
  if (status !== 'active') throw faulty([hasEnded]);
  const typed = state.form?.get('name') ?? null;
  const faults = typed === null ? [missingName] : nameFaults(typed);
  if (faults.length > 0) throw faulty(faults);
  return nameIn(typed ?? '');
}

/** How long a key works on beside the one that takes its place. */
export function overlapOf(ctx: Context, { status }: KeyView): number {
  if (status !== 'active') throw faulty([hasEnded]);
  const overlapMs = overlaps.get(fieldOf(ctx, 'overlap'));
  if (overlapMs === undefined) throw faulty([wrongTime('overlap')]);
  return overlapMs;
}

function nameFaults(typed: string): Fault[] {
  try {
    requireName(nameIn(typed));
    return [];
  } catch {
    return [wrongName];
  }
}

function nameIn(typed: string): string | null {
  return typed.trim() || null;
}

function faulty(details: readonly Fault[]): ServiceError {
  return new ServiceError('INVALID_REQUEST', 'The form has faults.', { details });
}
