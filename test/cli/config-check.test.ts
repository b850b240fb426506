import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadSettings } from '../../src/composition/settings.ts';
import { runCli, withDirectory } from '../support/process.ts';

describe('config check', () => {
  it('prints the settings as they are in effect, and opens nothing', () =>
    withDirectory(async (directory) => {
      const CONFIG_FILE = join(directory, 'config.json');
      const DATA_DIR = join(directory, 'data');
      writeFileSync(CONFIG_FILE, '{"port": 8080, "plans": {"team": {"requestsPerMinute": 5, "apiAccess": true}}}');
      const environment = { CONFIG_FILE, DATA_DIR, LOG_LEVEL: 'warn' };
      const [json, lines] = await Promise.all([
        runCli(['config', 'check', '--json'], environment),
        runCli(['config', 'check'], environment),
      ]);
      const expected = loadSettings(environment);
      expect({ ...json, stdout: JSON.parse(json.stdout) }).to.deep.equal({ code: 0, stdout: expected, stderr: '' });
      expect(lines).to.include({ code: 0, stderr: '' });
      const shown = lines.stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' = '));
      expect(shown).to.deep.equal(Object.entries(expected).map(([name, value]) => [name, JSON.stringify(value)]));
      expect(existsSync(DATA_DIR)).to.equal(false);
    }));

  it('lists every fault, with no password, and so does every other command', async () => {
    const environment = { PORT: 'x', MONGODB_URL: 'http://me:hunter2@db', DATA_DIR: '/dev/null/data', LOG_LEVEL: 'x' };
    const [check, list] = await Promise.all([
      runCli(['config', 'check'], environment),
      runCli(['keys', 'list'], environment),
    ]);
    expect(check).to.include({ code: 1, stdout: '' });
    expect(check.stderr).to.match(/^Nothing was started, because settings are wrong:\n/);
    expect(check.stderr.match(/^ {2}[A-Z_]+/gm)).to.include.members(['  PORT', '  MONGODB_URL', '  LOG_LEVEL']);
    expect(check.stderr).not.to.match(/hunter2|^ +at /m);
    expect(list).to.deep.equal(check);
  });
});
