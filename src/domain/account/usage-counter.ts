import { noUsage, type Usage } from './usage.ts';

type Tally = { -readonly [Name in keyof Usage]: Usage[Name] };

/** Counts what subscribers use, in memory: on the way of every request. */
export class UsageCounter {
  #tallies = new Map<string, Tally>();

  requestDecided(subscriberId: string, allowed: boolean): void {
    const tally = this.#tallyOf(subscriberId);
    if (allowed) tally.requests += 1;
    else tally.refusals += 1;
  }

  passwordsIssued(subscriberId: string, count: number): void {
    this.#tallyOf(subscriberId).passwords += count;
  }

  /** What was counted and not taken yet. */
  pendingOf(subscriberId: string): Usage {
    return this.#tallies.get(subscriberId) ?? noUsage;
  }

  /** What was counted since it was last taken, by subscriber. */
  take(): ReadonlyMap<string, Usage> {
    const taken = this.#tallies;
    this.#tallies = new Map();
    return taken;
  }

  #tallyOf(subscriberId: string): Tally {
    let tally = this.#tallies.get(subscriberId);
    if (!tally) {
      tally = { ...noUsage };
      this.#tallies.set(subscriberId, tally);
    }
    return tally;
  }
}
