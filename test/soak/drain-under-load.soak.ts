import { expect } from 'chai';
import { deployInRow } from '../support/deployed-callers.ts';

describe('deploys under load', function () {
  this.timeout(300_000);

  it('10 in a row lose no request, half-sent ones included', async () => {
    const { answered, refused, lost } = await deployInRow(10);
    console.log(`      ${answered} answered, ${refused.length} refused, ${lost.length} lost`);
    expect(lost).to.deep.equal([]);
    expect(refused.filter((status) => status !== 503)).to.deep.equal([]);
    expect(answered).to.be.above(5_000);
  });
});
