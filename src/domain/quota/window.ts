/** What is left of a limit. */
export interface Remainder {
  /** Requests that would still be accepted now. */
  readonly remaining: number;
  /** Milliseconds until more are: 1 to the window's length, 0 where nothing was counted. */
  readonly availableInMs: number;
}

/** What became of one request that was held against a limit. */
export interface Consumption extends Remainder {
  readonly accepted: boolean;
}

/** The count of one subscriber's accepted requests. Times are whole milliseconds of a clock that never goes back. */
export interface Window {
  /** Counts a request where the limit allows it; a refused one counts nothing. */
  consume(nowMs: number, limit: number): Consumption;
  /** The same, and counts nothing. */
  look(nowMs: number, limit: number): Remainder;
  /** True once nothing that was counted can matter any more. */
  isIdle(nowMs: number): boolean;
}

export type WindowKind = 'sliding' | 'fixed';
