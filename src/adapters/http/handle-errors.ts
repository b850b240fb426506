import { ServiceError } from '../../domain/errors.ts';
import type { Logger } from '../../domain/ports.ts';
import { answer } from './answer.ts';
import type { Middleware } from './context.ts';
import { answerFailure, publicCode } from './error-answer.ts';
import { failureLog } from './log-failure.ts';
import { awaitsContinue } from './read-json.ts';
import { challenges } from './response-headers.ts';

const STORE_RETRY_SECONDS = 5;

/** The one place where an error becomes an answer. What is a fault of ours is logged whole, and told as no more than that. */
export function handleErrors(logger: Logger): Middleware {
  const logFailure = failureLog(logger);
  return async function handleErrors(ctx, next) {
    try {
      await next();
    } catch (thrown) {
      const { requestId, headers, showFailure } = ctx.state;
      const code = publicCode(thrown);
      const { details, retryAfterSeconds } = thrown instanceof ServiceError ? thrown : {};
      const failure =
        showFailure?.(ctx, thrown) ?? answerFailure({ code, details, requestId, accept: ctx.headers.accept });
      if (failure.status >= 500) logFailure({ requestId, code, error: thrown });

      const retryAfter = retryAfterSeconds ?? (failure.status === 503 ? STORE_RETRY_SECONDS : undefined);
      if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
      // A body that was held back may still come, or not: only another connection is safe from it.
      if (awaitsContinue(ctx)) headers.Connection = 'close';
      if (challenges[code]) headers['WWW-Authenticate'] = challenges[code];
      answer(ctx, failure);
    }
  };
}
