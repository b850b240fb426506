import type { Meter } from '../../domain/ports.ts';

/** Counts nothing: where nobody asks for metrics, they cost nothing. */
export const silentMeter: Meter = {
  requestAnswered() {},
  passwordsIssued() {},
  quotaDecided() {},
  attemptFailed() {},
  storeCalled() {},
  storeChanged() {},
};
