import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadSettings } from '../../src/composition/settings.ts';
import { withDirectory } from './process.ts';

/** The lines of the one message with which these settings stop the start. */
export function faultsOf(environment: Record<string, string>): string[] {
  try {
    loadSettings(environment);
  } catch (error) {
    expect(error).to.have.property('code', 'INVALID_SETTINGS');
    const [headline, ...lines] = (error as Error).message.split('\n');
    expect(headline).to.equal('Nothing was started, because settings are wrong:');
    return lines.map((line) => line.replace(/^ {2}/, ''));
  }
  throw new Error('These settings are right.');
}

/** The same, with CONFIG_FILE of this content; its path is told as PATH. */
export function faultsWith(file: unknown, environment: Record<string, string> = {}) {
  return withDirectory(async (directory) => {
    const path = join(directory, 'config.json');
    writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file));
    return faultsOf({ CONFIG_FILE: path, ...environment }).map((line) => line.replaceAll(path, 'PATH'));
  });
}
