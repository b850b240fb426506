import type { Logger } from '../../domain/ports.ts';

const QUIET_FOR_MS = 10_000;

interface Failure {
  readonly requestId: string;
  readonly code: string;
  readonly error: unknown;
}

/**
 * Logs failures of ours, each whole and under its request's id; but while a store is away one of them tells of all: the
 * next ten seconds' are counted.
 */
export function failureLog(logger: Logger, later = callLater): (failure: Failure) => void {
  let more: number | undefined;

  return function logFailure(failure) {
    if (failure.code !== 'STORE_UNAVAILABLE') {
      logger.error('a request failed', failure);
    } else if (more !== undefined) {
      more += 1;
    } else {
      logger.error('a request failed', failure);
      more = 0;
      later(QUIET_FOR_MS, () => {
        if (more) logger.error(`and ${more} more requests failed`, { code: failure.code });
        more = undefined;
      });
    }
  };
}

function callLater(ms: number, act: () => void): void {
  setTimeout(act, ms).unref();
}
