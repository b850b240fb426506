import { MongoBulkWriteError, MongoServerError } from 'mongodb';

const DUPLICATE = 11000;

/** Whether a write failed because something of its kind is there already. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE;
}

/** Which writes of an unordered bulk failed so, and how many otherwise: 1 where the bulk failed as a whole. */
export function faultsOf(error: unknown): { duplicates: number[]; others: number } {
  const faults = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
  const duplicates = faults.filter(({ code }) => code === DUPLICATE).map(({ index }) => index);
  return { duplicates, others: Math.max(faults.length, 1) - duplicates.length };
}
