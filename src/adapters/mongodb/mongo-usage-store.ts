import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import type { UsageStore } from '../../domain/account/ports.ts';
import {
  beginningOf,
  stepOf,
  type UsageCount,
  type UsageSpan,
  type UsageStep,
  usageSpans,
} from '../../domain/account/usage.ts';
import { faultsOf } from './duplicate.ts';
import type { UsageDocument } from './mongo-collections.ts';
import { inBackground, type MongoDatabase } from './mongo-database.ts';

const spans = Object.keys(usageSpans) as UsageSpan[];

/** A document for each step of each span in which a subscriber was counted. */
export class MongoUsageStore implements UsageStore {
  readonly #database: MongoDatabase;

  constructor(database: MongoDatabase) {
    this.#database = database;
  }

  /**
   * Where it fails, what was written of these is counted twice once they are added again: the other writes of a bulk of
   * which some were refused, and all of one whose answer was lost.
   */
  async addUsage(counts: readonly UsageCount[]): Promise<void> {
    if (counts.length === 0) return; // the driver refuses to write nothing
    const additions = counts.flatMap((count) => spans.map((span) => additionOf(count, span)));
    await this.#database.useInBackground(({ usage }) => add(usage, additions));
  }

  readUsage(subscriberId: string, span: UsageSpan, fromMs: number): Promise<UsageStep[]> {
    return this.#database.use(async ({ usage }) => {
      const found = await usage
        .find({ subscriberId, span, atMs: { $gte: fromMs } })
        .sort({ atMs: 1 })
        .toArray();
      return found.map(({ atMs, requests, passwords, refusals }) => ({ atMs, requests, passwords, refusals }));
    });
  }

  forgetUsage(nowMs: number): Promise<void> {
    return this.#database.useInBackground(async ({ usage }) => {
      for (const span of spans) {
        const keptFromMs = beginningOf(span, nowMs) - usageSpans[span].stepMs;
        await usage.deleteMany({ span, atMs: { $lt: keptFromMs } }, inBackground);
      }
    });
  }
}

const options = { ordered: false, ...inBackground } as const;

/** Of two upserts at once a server may refuse the later one, which then finds what the first one made. */
async function add(
  usage: Collection<UsageDocument>,
  additions: readonly AnyBulkWriteOperation<UsageDocument>[],
): Promise<void> {
  try {
    await usage.bulkWrite(additions, options);
  } catch (error) {
    const { duplicates, others } = faultsOf(error);
    if (duplicates.length > 0)
      await usage.bulkWrite(
        additions.filter((_, index) => duplicates.includes(index)),
        options,
      );
    if (others > 0) throw error;
  }
}

function additionOf(
  { subscriberId, atMs: momentMs, requests, passwords, refusals }: UsageCount,
  span: UsageSpan,
): AnyBulkWriteOperation<UsageDocument> {
  const atMs = stepOf(span, momentMs);
  return {
    updateOne: {
      filter: { _id: `${span}:${atMs}:${subscriberId}` },
      update: { $inc: { requests, passwords, refusals }, $setOnInsert: { span, atMs, subscriberId } },
      upsert: true,
    },
  };
}
