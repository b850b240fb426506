import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * LMDB trusts its file, and takes the process with it where the file is not what it seems: so this much is looked at
 * before. The layout is that of LMDB 1.0 (data version 2, struct MDB_meta), as lmdb-js builds it: two meta pages, each
 * with a header of 24 bytes and then, by the offset within the page:
 */
const MAGIC_AT = 24;
const PAGE_SIZE_AT = 48;
/** The root pages of the tree of free pages and of the main one, of which all else hangs; all ones where a tree is empty. */
const ROOTS_AT = [88, 136];
const TRANSACTION_AT = 152;
const META_BYTES = 160;

const MAGIC = 0xbeefc0de;
const NO_PAGE = 2n ** 64n - 1n;

/** `damaged` is a file that is shorter than its newest tree: not every damage shows, but what shows is certain. */
export type DataFileState = 'sound' | 'foreign' | 'damaged';

export function inspectDataFile(path: string): DataFileState {
  const file = openSync(path, 'r');
  try {
    const first = readMeta(file, 0);
    const pageSize = first.readUInt32LE(PAGE_SIZE_AT);
    const second = readMeta(file, pageSize);
    // The size comes last: another process may let the file grow meanwhile, and never lets it shrink.
    const { size } = fstatSync(file);
    // An empty one is left by a start that was killed, or is under way; LMDB begins it anew.
    if (size === 0) return 'sound';
    if (first.readUInt32LE(MAGIC_AT) !== MAGIC) return 'foreign';
    const newest = first.readBigUInt64LE(TRANSACTION_AT) > second.readBigUInt64LE(TRANSACTION_AT) ? first : second;
    const roots = ROOTS_AT.map((at) => newest.readBigUInt64LE(at)).filter((root) => root !== NO_PAGE);
    const needed = [1n, ...roots].map((page) => (page + 1n) * BigInt(pageSize));
    return needed.every((bytes) => bytes <= BigInt(size)) ? 'sound' : 'damaged';
  } finally {
    closeSync(file);
  }
}

/** What is missing at the end reads as zeros. */
function readMeta(file: number, position: number): Buffer {
  const meta = Buffer.alloc(META_BYTES);
  readSync(file, meta, 0, META_BYTES, position);
  return meta;
}
