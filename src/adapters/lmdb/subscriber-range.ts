import type { Key } from 'lmdb';

/** LMDB takes keys of 1978 bytes at most; an id or a digest is far shorter than this many characters. */
const LONGEST = 256;

/** A text as something is looked up by it. One that is too long for any id becomes the empty one, which is nobody's. */
export function lookUpKey(text: string): string {
  return text.length > LONGEST ? '' : text;
}

/**
 * Where a subscriber's entries are in a database whose keys are `[subscriberId, number, …]`. An id is followed by a zero
 * byte there and has none within, so no other one lies between.
 */
export function rangeOf(subscriberId: string): { start: Key; end: Key } {
  const id = lookUpKey(subscriberId);
  return { start: [id], end: [id, Number.POSITIVE_INFINITY] };
}

/** The same, the greatest number first. */
export function reverseRangeOf(subscriberId: string): { start: Key; end: Key; reverse: true } {
  const { start, end } = rangeOf(subscriberId);
  return { start: end, end: start, reverse: true };
}
