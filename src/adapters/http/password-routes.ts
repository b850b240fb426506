import type { IssuedPasswords, IssuePasswords } from '../../application/issue-passwords.ts';
import { type PasswordChoices, passwordLength } from '../../domain/password/password-policy.ts';
import { answer } from './answer.ts';
import type { Context, Step } from './context.ts';
import { compileRequestSchema } from './request-schema.ts';

const { minimum, maximum } = passwordLength;
const choice = (title: string) => ({ type: 'boolean', default: true, title, description: 'must be true or false' });
const excluded = { const: false };

/** The body of POST /api/passwords. A description is also what a caller is told of a fault. */
export const oneSchema = {
  type: 'object',
  description: 'must include at least one class: includeUppercase, includeLowercase, includeNumbers or includeSymbols',
  additionalProperties: false,
  required: ['length'],
  properties: {
    length: {
      type: 'integer',
      minimum,
      maximum,
      title: 'Characters in a password',
      description: `must be an integer from ${minimum} to ${maximum}`,
    },
    includeUppercase: choice('At least one of A–Z'),
    includeLowercase: choice('At least one of a–z'),
    includeNumbers: choice('At least one of 0–9'),
    includeSymbols: choice('At least one of !@#$%^&*'),
  },
  not: {
    type: 'object',
    properties: {
      includeUppercase: excluded,
      includeLowercase: excluded,
      includeNumbers: excluded,
      includeSymbols: excluded,
    },
    required: ['includeUppercase', 'includeLowercase', 'includeNumbers', 'includeSymbols'],
  },
};

/** The body of POST /api/passwords/bulk: the single one and a count. */
export const bulkSchema = (maxCount: number) => ({
  ...oneSchema,
  required: ['count', ...oneSchema.required],
  properties: {
    count: {
      type: 'integer',
      minimum: 1,
      maximum: maxCount,
      title: 'How many passwords',
      description: `must be an integer from 1 to ${maxCount}`,
    },
    ...oneSchema.properties,
  },
});

/** POST /api/passwords */
export function issueOne(issuePasswords: IssuePasswords): Step {
  const parse = compileRequestSchema<PasswordChoices>(oneSchema);
  return function issueOne(ctx) {
    const [password = ''] = toJson(issuePasswords.one(callerOf(ctx), parse(ctx.request.body)));
    succeed(ctx, password);
  };
}

/** POST /api/passwords/bulk */
export function issueMany(issuePasswords: IssuePasswords, { maxCount }: { maxCount: number }): Step {
  const parse = compileRequestSchema<PasswordChoices & { count: number }>(bulkSchema(maxCount));
  return function issueMany(ctx) {
    const passwords = toJson(issuePasswords.many(callerOf(ctx), parse(ctx.request.body)));
    succeed(ctx, `{"count":${passwords.length},"passwords":[${passwords.join(',')}]}`);
  };
}

function callerOf({ state }: Context): string {
  if (!state.caller) throw new Error('Passwords are a caller’s: authenticate first.');
  return state.caller.subscriber.id;
}

function succeed(ctx: Context, data: string): void {
  answer(ctx, { status: 200, body: `{"success":true,"data":${data}}` });
}

/** Each password as JSON. It is joined by hand because all but the password is the same, and nothing has a character to escape. */
function toJson({ passwords, strength, length, generatedAtMs, entropyBits }: IssuedPasswords): string[] {
  const generatedAt = new Date(generatedAtMs).toISOString();
  const facts = `"strength":"${strength}","length":${length},"generatedAt":"${generatedAt}","entropyBits":${entropyBits}`;
  return passwords.map((password) => `{"password":"${password}",${facts}}`);
}
