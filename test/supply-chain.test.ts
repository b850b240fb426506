import { readFileSync } from 'node:fs';
import { expect } from 'chai';

interface Locked {
  readonly dev?: boolean;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}

/** Each lets the service be run, changed and passed on under its own licence, with the notice kept. */
const allowed = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', '0BSD'];
/**
 * Prebuilt binaries come with the first two; their scripts only build what no binary is there for. The last comes with
 * Swagger UI and would report each installation; `scarfSettings` in package.json keeps it from doing so.
 */
const withInstallScript = ['node_modules/lmdb', 'node_modules/msgpackr-extract', 'node_modules/@scarf/scarf'];

describe('what the service is made of', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  const packages = Object.entries<Locked>(lock.packages).filter(([path, { dev }]) => path !== '' && !dev);

  it('is under licences that allow what it is used for', () => {
    expect(packages).to.have.length.above(50);
    const others = packages.filter(([, { license }]) => !allowed.includes(license ?? ''));
    expect(others.map(([path, { license }]) => `${path}: ${license}`)).to.deep.equal([]);
  });

  it('runs no script at its installation but those that are known', () => {
    const scripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    expect(scripts).to.have.members(withInstallScript);
  });
});
