/** Makes a thing when it is first asked for, and gives the same to everyone. */
export function memoized<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
