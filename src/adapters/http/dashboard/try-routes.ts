import type { AdmitToTry } from '../../../application/admit-to-try.ts';
import type { IssuePasswords } from '../../../application/issue-passwords.ts';
import { maskKeys } from '../../../domain/access/key-text.ts';
import { type Fault, ServiceError } from '../../../domain/errors.ts';
import { classChoices, type PasswordChoices } from '../../../domain/password/password-policy.ts';
import type { Context, Step } from '../context.ts';
import { bulkSchema, oneSchema } from '../password-routes.ts';
import { compileRequestSchema } from '../request-schema.ts';
import { originOf } from './own-origin.ts';
import { TryItPage } from './pages/try-it-page.tsx';
import { fieldOf } from './read-form.ts';
import { show, signedInOf, visitorOf } from './show-page.ts';

export interface TryParts {
  readonly admitToTry: AdmitToTry;
  readonly issuePasswords: IssuePasswords;
  readonly bulkMaxCount: number;
  readonly publicUrl: string | null;
}

/** More would hold up the requests of others while the page is written: a thousand take some 30 ms. */
const MAX_SHOWN = 100;

type Shown = Pick<Parameters<typeof TryItPage>[0], 'wish' | 'faults' | 'refusal' | 'result'>;

const firstWish = {
  length: '20',
  count: '1',
  includeUppercase: true,
  includeLowercase: true,
  includeNumbers: true,
  includeSymbols: true,
};
const refusals: Readonly<Record<string, { status: number; text: string }>> = {
  PLAN_WITHOUT_API_ACCESS: { status: 403, text: 'Your plan has no API access: change to one that has.' },
  SUBSCRIPTION_INACTIVE: { status: 403, text: 'Your subscription is not active: have it activated again.' },
};

/** GET /dashboard/try */
export function showTryIt({ bulkMaxCount }: TryParts): Step {
  return (ctx) => showPage(ctx, bulkMaxCount, { wish: firstWish, faults: [], refusal: null, result: null });
}

/** POST /dashboard/try: held against the quota and judged as the API's own requests are, in their order, but for the count. */
export function tryIt({ admitToTry, issuePasswords, bulkMaxCount, publicUrl }: TryParts): Step {
  const parseOne = compileRequestSchema<PasswordChoices>(oneSchema);
  const parseMany = compileRequestSchema<PasswordChoices & { count: number }>(bulkSchema(shownCount(bulkMaxCount)));

  return async function tryIt(ctx) {
    const shown: Shown = { wish: wishOf(ctx), faults: [], refusal: null, result: null };
    const { subscriber } = signedInOf(ctx);
    const body = bodyOf(ctx);
    try {
      await admitToTry.admit(subscriber);
      const isOne = body.count === 1;
      const { count: _, ...choices } = body;
      const issued = isOne
        ? issuePasswords.one(subscriber.id, parseOne(choices))
        : issuePasswords.many(subscriber.id, parseMany(body));
      const curl = curlFor(originOf(ctx, publicUrl), isOne ? choices : body);
      showPage(ctx, bulkMaxCount, { ...shown, result: { ...issued, curl } });
    } catch (error) {
      const { status, ...refused } = refusalOf(ctx, error);
      showPage(ctx, bulkMaxCount, { ...shown, ...refused }, status);
    }
  };
}

function refusalOf(ctx: Context, error: unknown): { status: number; refusal?: string; faults?: Fault[] } {
  if (!(error instanceof ServiceError)) throw error;
  if (error.code === 'INVALID_REQUEST') return { status: 422, faults: [...(error.details ?? [])] };
  if (error.code === 'RATE_LIMIT_EXCEEDED') {
    ctx.state.headers['Retry-After'] = String(error.retryAfterSeconds);
    return { status: 429, refusal: `Your quota is used up. Wait ${error.retryAfterSeconds} seconds, then try again.` };
  }
  const refused = refusals[error.code];
  if (!refused) throw error;
  return { status: refused.status, refusal: refused.text };
}

function showPage(ctx: Context, apiMaxCount: number, shown: Shown, status = 200): void {
  const visitor = visitorOf(signedInOf(ctx));
  show(ctx, TryItPage({ visitor, maxCount: shownCount(apiMaxCount), apiMaxCount, ...shown }), status);
}

function shownCount(apiMaxCount: number): number {
  return Math.min(MAX_SHOWN, apiMaxCount);
}

/** What was typed, as it is shown again. */
function wishOf(ctx: Context): typeof firstWish {
  const classes = classChoices.map((choice) => [choice, fieldOf(ctx, choice) === 'true']);
  const [length, count] = [maskKeys(fieldOf(ctx, 'length')), maskKeys(fieldOf(ctx, 'count'))];
  return { ...firstWish, length, count, ...Object.fromEntries(classes) };
}

/** The same as the body of a request: only what differs from what is meant where it is left out. */
function bodyOf(ctx: Context): Record<string, unknown> {
  const excluded = classChoices.filter((choice) => fieldOf(ctx, choice) !== 'true');
  const numbers = ['count', 'length'].map((name) => [name, numberOf(fieldOf(ctx, name))]);
  return Object.fromEntries([
    ...numbers.filter(([, value]) => value !== ''),
    ...excluded.map((choice) => [choice, false]),
  ]);
}

function numberOf(text: string): number | string {
  const typed = text.trim();
  return /^-?\d{1,15}$/.test(typed) ? Number(typed) : typed;
}

function curlFor(origin: string, body: object): string {
  const path = 'count' in body ? '/api/passwords/bulk' : '/api/passwords';
  return `curl -sS ${origin}${path} -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}
