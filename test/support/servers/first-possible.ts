/** Why a way to a server could not be gone, for the report at the end of the run. */
export const failedWays: string[] = [];

/** The first of several ways that leads to something; they are tried in turn, and one that fails is noted. */
export async function firstPossible<T>(ways: readonly (() => Promise<T | undefined> | T | undefined)[]) {
  for (const way of ways) {
    try {
      const found = await way();
      if (found !== undefined) return found;
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      failedWays.push(fault.replace(/\s+/g, ' '));
    }
  }
  return undefined;
}
