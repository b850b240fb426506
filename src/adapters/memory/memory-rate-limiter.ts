import type { Clock } from '../../domain/ports.ts';
import { FixedWindow } from '../../domain/quota/fixed-window.ts';
import { SlidingWindow } from '../../domain/quota/sliding-window.ts';
import type { Window, WindowKind } from '../../domain/quota/window.ts';
import { FlexibleRateLimiter } from '../flexible-rate-limiter.ts';
import { MemoryLimiter } from './memory-limiter.ts';

const windowOf = { sliding: SlidingWindow, fixed: FixedWindow };

/** Counts in this process's memory; a restart begins anew. */
export class MemoryRateLimiter extends FlexibleRateLimiter {
  readonly #windows: Map<string, Window>;

  constructor({ window, clock }: { window: WindowKind; clock: Clock }) {
    const windows = new Map<string, Window>();
    super(({ limit, windowSeconds }) => {
      const createWindow = () => new windowOf[window](windowSeconds * 1000);
      return new MemoryLimiter({ points: limit, clock, windows, createWindow });
    });
    this.#windows = windows;
  }

  /** How many subscribers it holds counts of. */
  get held(): number {
    return this.#windows.size;
  }
}
