import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a command stands on PATH, if it does. */
export function onPath(command: string): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, command));
  return places.find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
