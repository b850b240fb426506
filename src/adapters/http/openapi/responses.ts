import { answerFailure, type PublicErrorCode, parserErrorCodes } from '../error-answer.ts';
import { challenges } from '../response-headers.ts';

/** Of all examples, so that they tell one story. */
export const exampleAtMs = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const exampleRequestId = '7f1d6c1e-3a52-4a0e-9d7e-5a0c2b9f4e11';

type Headers = Readonly<Record<string, object>>;

interface HeaderFacts {
  readonly description: string;
  readonly schema: object;
  /** Where it is not on every answer of its status. */
  readonly isOptional?: boolean;
}

const header = (example: unknown, { description, schema, isOptional = false }: HeaderFacts) => ({
  description,
  required: !isOptional,
  schema,
  example,
});

const requestIdHeader = (isOptional: boolean) => ({
  'X-Request-Id': header(exampleRequestId, {
    description: 'Names the request, for a report of a fault: your own, or a new one.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    isOptional,
  }),
});

const caching = { 'no-store': 'Nothing of it may be kept.', 'no-cache': 'Ask each time whether it still holds.' };

const cacheHeader = (value: keyof typeof caching) => ({
  'Cache-Control': header(value, {
    description: caching[value],
    schema: { type: 'string', enum: [value] },
  }),
});

/** On every answer that is no failure, and must not be kept. */
export const commonHeaders: Headers = { ...requestIdHeader(false), ...cacheHeader('no-store') };

/** What an answer carries that was held against a quota, where so much is left. */
export function quotaHeaders({ remaining, seconds, isOptional = false }: QuotaExample): Headers {
  const plan = '"enterprise"';
  const whole = { type: 'integer', minimum: 0 };
  const of = (description: string, schema: object) => ({ description, schema, isOptional });
  return {
    'RateLimit-Policy': header(`${plan};q=100;w=60`, of('The plan, its limit, and the window in seconds.', text)),
    RateLimit: header(
      `${plan};r=${remaining};t=${seconds}`,
      of('What is left, and in how many seconds there is more (draft-ietf-httpapi-ratelimit-headers).', text),
    ),
    'X-RateLimit-Limit': header(100, of('The limit of the plan, in requests a minute.', whole)),
    'X-RateLimit-Remaining': header(remaining, of('What is left.', whole)),
    'X-RateLimit-Reset': header(
      Math.ceil((exampleAtMs + seconds * 1000) / 1000),
      of('When there is more, in seconds since the Unix epoch.', whole),
    ),
  };
}

interface QuotaExample {
  readonly remaining: number;
  readonly seconds: number;
  readonly isOptional?: boolean;
}

const text = { type: 'string' };

/** The header of 429 and of 503. */
export const retryAfter = (seconds: number): Headers => ({
  'Retry-After': header(seconds, {
    description: 'Whole seconds to wait.',
    schema: { type: 'integer', minimum: 1, maximum: 60 },
  }),
});

export const allow = (methods: string): Headers => ({
  Allow: header(methods, { description: 'The methods that the path has.', schema: text }),
});

export const challenge: Headers = {
  'WWW-Authenticate': {
    description: 'The scheme, and what was wrong (RFC 6750, section 3).',
    required: true,
    schema: text,
    examples: Object.fromEntries(Object.entries(challenges).map(([code, value]) => [code, { value }])),
  },
};

const etag: Headers = {
  ETag: header('"n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"', {
    description: 'For If-None-Match.',
    schema: { type: 'string', pattern: '^"[A-Za-z0-9_-]+"$' },
  }),
};

/** What does not change from one request to the next, and its 304. */
export const unchanging = (description: string, content: object) => {
  const headers = { ...requestIdHeader(false), ...cacheHeader('no-cache'), ...etag };
  return {
    '200': { description, headers, content },
    '304': { description: 'What If-None-Match names is still true.', headers },
  };
};

interface FailureFacts {
  readonly description: string;
  readonly codes: readonly PublicErrorCode[];
  readonly headers?: Headers;
}

/** A failure in both its forms, with the very answer of each code as its example. */
export function failure({ description, codes, headers = {} }: FailureFacts) {
  const hasId = (code: PublicErrorCode) => !parserErrorCodes.some((early) => early === code);
  const examples = (accept: string) =>
    Object.fromEntries(
      codes.map((code) => {
        const details = code === 'INVALID_REQUEST' ? exampleFaults : undefined;
        const requestId = hasId(code) ? exampleRequestId : undefined;
        const { body } = answerFailure({ code, details, accept, ...(requestId && { requestId }) });
        return [code, { value: JSON.parse(body) }];
      }),
    );
  const media = (type: string, name: string) => ({
    [type]: { schema: { $ref: `#/components/schemas/${name}` }, examples: examples(type) },
  });
  return {
    description,
    headers: { ...requestIdHeader(!codes.every(hasId)), ...cacheHeader('no-store'), ...headers },
    content: { ...media('application/json', 'Failure'), ...media('application/problem+json', 'Problem') },
  };
}

/** What {"length": 7, "includeSymbol": true} is told. */
const exampleFaults = [
  { field: 'includeSymbol', message: 'is not a known field; did you mean includeSymbols?' },
  { field: 'length', message: 'must be an integer from 8 to 128' },
];
