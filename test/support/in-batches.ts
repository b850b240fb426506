const AT_ONCE = 50;

/** Calls so many times, some at once: faster than one by one, and within what a server has time for. */
export async function inBatches(calls: number, call: (index: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < calls; from += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, calls - from) }, (_, index) => call(from + index)));
  }
}
