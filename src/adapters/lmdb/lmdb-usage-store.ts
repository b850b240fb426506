import type { Database } from 'lmdb';
import type { UsageStore } from '../../domain/account/ports.ts';
import {
  noUsage,
  stepOf,
  sumOf,
  type Usage,
  type UsageCount,
  type UsageSpan,
  type UsageStep,
  usageSpans,
} from '../../domain/account/usage.ts';
import type { LmdbData } from './lmdb-data.ts';
import { lookUpKey } from './subscriber-range.ts';
import { TimeIndex } from './time-index.ts';

type StepKey = [subscriberId: string, stepMs: number, atMs: number];

const spans = Object.keys(usageSpans) as UsageSpan[];

/** What subscribers used in each minute, hour and day, in an LMDB file. */
export class LmdbUsageStore implements UsageStore {
  readonly #data: LmdbData;
  readonly #steps: Database<Usage, StepKey>;
  readonly #stepsByEnd: TimeIndex<StepKey>;

  /** @throws ServiceError DATA_DIR_UNUSABLE */
  constructor(data: LmdbData) {
    this.#data = data;
    this.#steps = data.openRecords('usage');
    this.#stepsByEnd = new TimeIndex(data, 'usage-by-end');
  }

  addUsage(counts: readonly UsageCount[]): Promise<void> {
    return this.#data.commit(() => {
      for (const count of counts) {
        for (const span of spans) this.#add(span, count);
      }
    });
  }

  async readUsage(subscriberId: string, span: UsageSpan, fromMs: number): Promise<UsageStep[]> {
    const prefix = [lookUpKey(subscriberId), usageSpans[span].stepMs] as const;
    return this.#data.read(() => {
      const steps = this.#steps.getRange({ start: [...prefix, fromMs], end: [...prefix, Number.POSITIVE_INFINITY] });
      return [...steps.map(({ key, value }) => ({ atMs: key[2], ...value }))];
    });
  }

  forgetUsage(nowMs: number): Promise<void> {
    return this.#stepsByEnd.forget(nowMs + 1, (key) => this.#steps.remove(key));
  }

  #add(span: UsageSpan, { subscriberId, atMs, requests, passwords, refusals }: UsageCount): void {
    const { stepMs, steps } = usageSpans[span];
    const beginMs = stepOf(span, atMs);
    const key: StepKey = [subscriberId, stepMs, beginMs];
    const kept = this.#steps.get(key);
    this.#steps.put(key, sumOf(kept ?? noUsage, { requests, passwords, refusals }));
    // It is shown until as many steps have begun after its own, and kept for one more.
    if (!kept) this.#stepsByEnd.put(beginMs + (steps + 1) * stepMs, key);
  }
}
