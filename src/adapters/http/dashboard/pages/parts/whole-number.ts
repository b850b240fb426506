const english = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** 12345 as 12,345. */
export function wholeNumber(value: number): string {
  return english.format(value);
}
