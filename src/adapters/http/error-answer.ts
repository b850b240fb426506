import { STATUS_CODES } from 'node:http';
import { type ErrorCode, type Fault, ServiceError } from '../../domain/errors.ts';
import { jsonType } from './response-headers.ts';

/** What a caller is told for each code: never a message from within, which may quote what must not be repeated. */
const answers: Readonly<Record<PublicErrorCode, { status: number; message: string }>> = {
  INVALID_REQUEST: { status: 400, message: 'Correct the faults listed in details and send the request again.' },
  MALFORMED_JSON: {
    status: 400,
    message: 'Send one JSON object as the body, encoded in UTF-8 without a byte order mark.',
  },
  MISSING_API_KEY: { status: 401, message: 'Send your API key in the header Authorization: Bearer <API_KEY>.' },
  INVALID_API_KEY: { status: 401, message: 'Send an API key that is valid now: this one is not.' },
  PLAN_WITHOUT_API_ACCESS: { status: 403, message: 'Change to a plan with API access: yours has none.' },
  SUBSCRIPTION_INACTIVE: { status: 403, message: 'Have your subscription activated again: it is not active.' },
  NOT_FOUND: { status: 404, message: 'Check the path: there is nothing here, and case and a trailing slash matter.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Use one of the methods that the Allow header names.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'Send a body of 16 KiB at most.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'Send the body as Content-Type: application/json, without a Content-Encoding.',
  },
  RATE_LIMIT_EXCEEDED: { status: 429, message: 'Wait as many seconds as Retry-After says, then send it again.' },
  TOO_MANY_FAILED_ATTEMPTS: {
    status: 429,
    message: 'Check your API key and wait as many seconds as Retry-After says: too many invalid ones came from here.',
  },
  INTERNAL_ERROR: { status: 500, message: 'Try again later, and report the request id if it happens again.' },
  OVERLOADED: { status: 503, message: 'Try again after as many seconds as Retry-After says.' },
  STORE_UNAVAILABLE: { status: 503, message: 'Try again after as many seconds as Retry-After says.' },
  BAD_REQUEST: { status: 400, message: 'Send a well-formed HTTP request.' },
  REQUEST_TIMEOUT: { status: 408, message: 'Send the headers within 5 and the whole request within 10 seconds.' },
  EXPECTATION_FAILED: { status: 417, message: 'Expect nothing but 100-continue.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'Send 16 KiB of headers at most.' },
};

/** The codes that a caller can meet; what is a page's, or an operator alone can mend, is none of them. */
export type PublicErrorCode =
  | Exclude<
      ErrorCode,
      | 'CROSS_ORIGIN'
      | 'NOT_SIGNED_IN'
      | 'TOO_MANY_KEYS'
      | 'TOO_MANY_CHANGES'
      | 'INVALID_ARGUMENT'
      | 'INVALID_SETTINGS'
      | 'DATA_DIR_UNUSABLE'
      | 'ADDRESS_UNUSABLE'
      | 'WORKER_FAILED'
      | 'IMPOSSIBLE_POLICY'
      | 'RANDOM_SOURCE_BROKEN'
    >
  | EarlyErrorCode;

/** What is refused before anything is done for a request. */
export type EarlyErrorCode = 'OVERLOADED' | ParserErrorCode;

/** What is refused before there is a request. */
export const parserErrorCodes = ['BAD_REQUEST', 'REQUEST_TIMEOUT', 'EXPECTATION_FAILED', 'HEADERS_TOO_LARGE'] as const;
export type ParserErrorCode = (typeof parserErrorCodes)[number];

export const publicErrorCodes = Object.keys(answers) as readonly PublicErrorCode[];

interface Failure {
  readonly code: PublicErrorCode;
  readonly details?: readonly Fault[] | undefined;
  readonly requestId?: string;
  /** The request's own Accept header. */
  readonly accept?: string | undefined;
}

export interface FailureAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** A failure as its caller gets it: the service's envelope, or problem details (RFC 9457) for whoever prefers them. */
export function answerFailure({ code, details, requestId, accept }: Failure): FailureAnswer {
  const { status, message } = answers[code];
  if (prefersProblemDetails(accept)) {
    const title = STATUS_CODES[status];
    const problem = { type: 'about:blank', title, status, detail: message, code, details, requestId };
    return { status, contentType: 'application/problem+json', body: JSON.stringify(problem) };
  }
  const envelope = { success: false, error: { code, message, details }, requestId };
  return { status, contentType: jsonType, body: JSON.stringify(envelope) };
}

/** The code that an error is told under: its own where it has an answer, else that of a fault of ours. */
export function publicCode(error: unknown): PublicErrorCode {
  return error instanceof ServiceError && error.code in answers ? (error.code as PublicErrorCode) : 'INTERNAL_ERROR';
}

/** Wildcards name neither type, and the envelope is what all others get. */
function prefersProblemDetails(accept = ''): boolean {
  const problem = weightOf('application/problem+json', accept);
  return problem > 0 && problem > weightOf('application/json', accept);
}

/** The q of a media type that is named outright (RFC 9110, section 12.4.2); 0 where it is not. */
function weightOf(type: string, accept: string): number {
  for (const range of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 1;
  }
  return 0;
}
