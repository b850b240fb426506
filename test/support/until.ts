import { setTimeout as pause } from 'node:timers/promises';

/** Asks again and again until it is so, and gives how many milliseconds that took; it must not take longer than it may. */
export async function until(what: string, withinMs: number, isSo: () => boolean | Promise<boolean>): Promise<number> {
  const startMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startMs > withinMs) break;
    await pause(20);
  }
  const tookMs = performance.now() - startMs;
  if (tookMs > withinMs) throw new Error(`${what}: not within ${withinMs} ms`);
  return tookMs;
}
