/**
 * The exact number of strings of a length that hold at least one character of every class, by inclusion and exclusion:
 * over all sets T of classes, Σ (−1)^|T| · (A − Σ_{i∈T} sᵢ)ⁿ, where A is the size of all classes together.
 */
export function countStrings(length: number, classSizes: readonly number[]): bigint {
  const total = classSizes.reduce((sum, size) => sum + size, 0);
  return countHolding(length, total, classSizes);
}

/** Strings over `available` characters that hold every class: all that hold the others, less those that lack the first. */
function countHolding(length: number, available: number, [first, ...others]: readonly number[]): bigint {
  if (first === undefined) return BigInt(available) ** BigInt(length);
  return countHolding(length, available, others) - countHolding(length, available - first, others);
}

/**
 * log2 of a count, rounded down to two decimals, without a rounding error: floor(100 · log2 N) = floor(log2 N¹⁰⁰), and
 * the floor of a big integer's log2 is one less than the number of its binary digits.
 *
 * @param count 1 or more
 */
export function floorLog2(count: bigint): number {
  return ((count ** 100n).toString(2).length - 1) / 100;
}
