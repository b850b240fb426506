import { FailedAttempts } from '../access/failed-attempts.ts';
import type { BoundedMap, Clock } from '../ports.ts';
import { SlidingWindow } from '../quota/sliding-window.ts';

const FAILURES_FROM_AN_ADDRESS = 10;
const ACCOUNT_WINDOW_MS = 15 * 60_000;
const FAILURES_UNSLOWED = 5;
/** More are not counted: the wait does not grow any more. */
const FAILURES_COUNTED = 13;
const WAIT_A_FAILURE_MS = 500;

interface BrakeParts {
  readonly clock: Clock;
  readonly addresses: BoundedMap<SlidingWindow>;
  readonly accounts: BoundedMap<SlidingWindow>;
}

/**
 * Slows down who guesses. An address that failed ten times in a minute is refused until the first of these is a minute old.
 * An account at which many failed makes everybody wait, half a second more for each failure beyond the fifth, four seconds at
 * most: so its owner always gets in. Whether there is such an account makes no difference.
 */
export class SignInBrake {
  readonly #clock: Clock;
  readonly #addresses: FailedAttempts;
  readonly #accounts: BoundedMap<SlidingWindow>;

  constructor({ clock, addresses, accounts }: BrakeParts) {
    this.#clock = clock;
    this.#addresses = new FailedAttempts(clock, addresses, FAILURES_FROM_AN_ADDRESS);
    this.#accounts = accounts;
  }

  /** How long an address is refused, in milliseconds; 0 where it is not. */
  blockedForMs(address: string): number {
    return this.#addresses.blockedForMs(address);
  }

  /** How long whoever tries this account waits before anything else, in milliseconds: 0 to 4000. */
  waitMs(email: string): number {
    const window = this.#accounts.get(email);
    if (!window) return 0;
    const { remaining } = window.look(this.#clock.elapsedMs(), FAILURES_COUNTED);
    return Math.max(0, FAILURES_COUNTED - remaining - FAILURES_UNSLOWED) * WAIT_A_FAILURE_MS;
  }

  recordFailure(address: string, email: string): void {
    this.#addresses.record(address);
    const window = this.#accounts.get(email) ?? new SlidingWindow(ACCOUNT_WINDOW_MS);
    window.consume(this.#clock.elapsedMs(), FAILURES_COUNTED);
    this.#accounts.set(email, window);
  }
}
