/** Calls both stores in turns, with all calls on their way together. */
export function atOnce<S, T>(
  { store, other }: { readonly store: S; readonly other: S },
  calls: number,
  call: (store: S, index: number) => Promise<T>,
): Promise<T[]> {
  return Promise.all(Array.from({ length: calls }, (_, index) => call(index % 2 ? other : store, index)));
}
