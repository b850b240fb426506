/** Every way in which a promise of the service can be broken, by a stable code. */
export type ErrorCode =
  // a caller's request
  | 'INVALID_REQUEST'
  | 'MALFORMED_JSON'
  | 'MISSING_API_KEY'
  | 'INVALID_API_KEY'
  | 'PLAN_WITHOUT_API_ACCESS'
  | 'SUBSCRIPTION_INACTIVE'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMIT_EXCEEDED'
  | 'TOO_MANY_FAILED_ATTEMPTS'
  // a page of the dashboard
  | 'CROSS_ORIGIN'
  | 'NOT_SIGNED_IN'
  | 'TOO_MANY_KEYS'
  | 'TOO_MANY_CHANGES'
  // an operator's command or setting
  | 'INVALID_ARGUMENT'
  | 'INVALID_SETTINGS'
  | 'DATA_DIR_UNUSABLE'
  | 'ADDRESS_UNUSABLE'
  | 'WORKER_FAILED'
  // ours
  | 'IMPOSSIBLE_POLICY'
  | 'RANDOM_SOURCE_BROKEN'
  | 'STORE_UNAVAILABLE'
  | 'INTERNAL_ERROR';

/** One fault of a request: the field by its name (`''` for the request as a whole), and what it must be. */
export interface Fault {
  readonly field: string;
  readonly message: string;
}

interface ErrorFacts {
  /** What led to it; logged, never shown. */
  readonly cause?: unknown;
  /** All faults of a request, for `INVALID_REQUEST` alone. */
  readonly details?: readonly Fault[];
  /** Whole seconds after which the same request can succeed. */
  readonly retryAfterSeconds?: number;
}

/** The one error class: a stable code, a sentence for whoever can mend it, and the cause. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly Fault[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, { cause, details, retryAfterSeconds }: ErrorFacts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ServiceError';
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
