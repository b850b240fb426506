import { ServiceError } from '../../domain/errors.ts';

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** A hundred years: what is longer is a slip of the hand, and would leave the calendar. */
const MAX_MS = 36_525 * unitMs.d;

/**
 * The milliseconds of `30s`, `15m`, `24h` or `90d`.
 *
 * @param option the name that the operator gave it under
 * @throws ServiceError INVALID_ARGUMENT
 */
export function parseDuration(option: string, text: string, { zeroAllowed = false } = {}): number {
  const [, digits, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const ms = unit ? Number(digits) * unitMs[unit as keyof typeof unitMs] : text === '0' ? 0 : Number.NaN;
  if (Number.isNaN(ms) || ms > MAX_MS || (ms === 0 && !zeroAllowed)) {
    const forms = `a time such as 30s, 15m, 24h or 90d, of a hundred years at most${zeroAllowed ? ', or 0' : ', and more than 0'}`;
    throw new ServiceError('INVALID_ARGUMENT', `${option} must be ${forms}.`);
  }
  return ms;
}
