/** 0 for a test's first attempt, 1 for its second. */
export function attemptOf({ test }: Mocha.Context): number {
  return (test as Mocha.Test & { currentRetry(): number }).currentRetry();
}

/** A first failure is told, so that one that comes again and again is seen. */
export function tryTwice(test: Mocha.Test): void {
  test.retries(1);
  const run = test.fn as Mocha.AsyncFunc;
  test.fn = async function tellingFailures(this: Mocha.Context) {
    try {
      return await run.call(this);
    } catch (error) {
      console.error(`    FAILED, attempt ${attemptOf(this) + 1}: ${error}`);
      throw error;
    }
  };
}
