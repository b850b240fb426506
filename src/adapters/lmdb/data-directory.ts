import { accessSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ServiceError } from '../../domain/errors.ts';
import { inspectDataFile } from './data-file.ts';

const DATA_FILE = 'data.mdb';
/** What a file system or a person puts into a directory without making it somebody's, and what another start is just making. */
const harmless = /^(\.|lost\+found$|(data|lock)\.mdb$)/;

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
    if (existsSync(join(path, DATA_FILE))) requireSoundFile(path);
    else if (readdirSync(path).some((entry) => !harmless.test(entry))) throw foreign(path);
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

function requireSoundFile(path: string): void {
  const file = join(path, DATA_FILE);
  accessSync(file, constants.R_OK | constants.W_OK);
  const state = inspectDataFile(file);
  if (state === 'foreign') throw foreign(path);
  if (state === 'damaged') {
    const message = `DATA_DIR ${path} is damaged (${DATA_FILE} is cut off): restore it from a backup or set another.`;
    throw new ServiceError('DATA_DIR_UNUSABLE', message);
  }
}

export function foreign(path: string): ServiceError {
  return new ServiceError(
    'DATA_DIR_UNUSABLE',
    `DATA_DIR ${path} holds something that is not this service's: set DATA_DIR to an empty directory or to its own.`,
  );
}
