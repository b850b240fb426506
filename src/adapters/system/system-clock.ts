import { performance } from 'node:perf_hooks';
import type { Clock } from '../../domain/ports.ts';

export class SystemClock implements Clock {
  nowMs(): number {
    return Date.now();
  }

  elapsedMs(): number {
    return Math.floor(performance.now());
  }
}
