import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readdirSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ServiceError } from '../../domain/errors.ts';

const DATA_FILE = 'data.mdb';
/** LMDB (1.0, as lmdb-js builds it) opens each page by a header of 24 bytes, and behind the first stands its magic number. LMDB itself crashes on a file without. */
const MAGIC_OFFSET = 24;
const MAGIC = 0xbeefc0de;
/** What a file system or a person puts into a directory without making it somebody's. */
const harmless = /^(\.|lost\+found$)/;

/**
 * Makes sure that a directory is there, is writable, and is empty or ours, before LMDB opens it.
 *
 * @returns its absolute path
 * @throws ServiceError DATA_DIR_UNUSABLE
 */
export function prepareDataDirectory(dataDir: string): string {
  const path = resolve(dataDir);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    if (existsSync(join(path, DATA_FILE))) {
      accessSync(join(path, DATA_FILE), constants.R_OK | constants.W_OK);
      if (!isLmdbFile(join(path, DATA_FILE))) throw foreign(path);
    } else if (readdirSync(path).some((entry) => entry !== 'lock.mdb' && !harmless.test(entry))) {
      throw foreign(path);
    }
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    const reason = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new ServiceError(
      'DATA_DIR_UNUSABLE',
      `DATA_DIR ${path} can't be written (${reason}): set DATA_DIR to a directory that this user may write.`,
      { cause },
    );
  }
  return path;
}

export function foreign(path: string): ServiceError {
  return new ServiceError(
    'DATA_DIR_UNUSABLE',
    `DATA_DIR ${path} holds something that is not this service's: set DATA_DIR to an empty directory or to its own.`,
  );
}

function isLmdbFile(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const header = Buffer.alloc(MAGIC_OFFSET + 4);
    const bytes = readSync(file, header);
    // An empty one is left by a start that was killed, or is under way; LMDB begins it anew.
    return bytes === 0 || (bytes === header.length && header.readUInt32LE(MAGIC_OFFSET) === MAGIC);
  } finally {
    closeSync(file);
  }
}
