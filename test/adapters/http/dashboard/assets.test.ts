import { Script } from 'node:vm';
import { expect } from 'chai';
import { dashboardScript } from '../../../../src/adapters/http/dashboard/dashboard-script.ts';
import { dashboardStyle } from '../../../../src/adapters/http/dashboard/dashboard-style.ts';

describe('what the pages of the dashboard load', () => {
  it('is a script that a browser can read', () => {
    expect(() => new Script(dashboardScript)).not.to.throw();
  });

  it('is a sheet without an end too many or too few', () => {
    const count = (sign: string) => dashboardStyle.split(sign).length;
    expect([count('{'), count('/*')]).to.deep.equal([count('}'), count('*/')]);
  });

  it('asks for nothing elsewhere', () => {
    expect(dashboardScript + dashboardStyle).not.to.match(/https?:|@import|url\(/);
  });
});
