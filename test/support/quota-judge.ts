/** A request to a quota of so many in a window, in the eyes of its caller: by the clock of the wall, whole milliseconds. */
export interface Attempt {
  readonly startMs: number;
  readonly endMs: number;
  readonly accepted: boolean;
}

export interface Measure {
  readonly limit: number;
  readonly windowMs: number;
}

export interface Verdict {
  readonly accepted: number;
  readonly refused: number;
  /** How often one more than the limit was accepted in less than a window. */
  readonly excess: number;
  /** The shortest time that one more than the limit took; infinite where there were not so many. */
  readonly shortestMs: number;
  /** Refusals before which fewer than the limit stood in the window. */
  readonly groundless: number;
}

/**
 * Holds what callers saw against an exact sliding window. It may miss a fault, but it never finds one that is none: when
 * each request was counted is not known, only that it was between its start and its end. So of the n-th that was counted
 * it is certain that it was not before the n-th start, nor after the n-th end.
 *
 * The limiter's clock must be the callers' own: that of a Redis on the same machine is.
 */
export function judge(attempts: readonly Attempt[], { limit, windowMs }: Measure): Verdict {
  const accepted = attempts.filter((attempt) => attempt.accepted);
  const refused = attempts.filter((attempt) => !attempt.accepted);
  const starts = accepted.map(({ startMs }) => startMs).sort((one, other) => one - other);
  const ends = accepted.map(({ endMs }) => endMs).sort((one, other) => one - other);
  const spans = starts.slice(0, Math.max(0, starts.length - limit)).map((startMs, at) => ends[at + limit]! - startMs);
  const hasNoGround = (refusal: Attempt) => {
    const startedSince = countBelow(starts, refusal.endMs + 1);
    const endedBefore = countBelow(ends, refusal.startMs - windowMs + 1);
    return startedSince - endedBefore < limit;
  };
  return {
    accepted: accepted.length,
    refused: refused.length,
    excess: spans.filter((spanMs) => spanMs < windowMs).length,
    shortestMs: Math.min(...spans),
    groundless: refused.filter(hasNoGround).length,
  };
}

/** How many of the sorted numbers are below another. */
function countBelow(sorted: readonly number[], bound: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
