import { expect } from 'chai';
import { deployInRow } from '../support/deployed-callers.ts';

describe('deploys under load', function () {
  this.timeout(120_000);

  it('3 in a row lose no request, half-sent ones included', async () => {
    const { answered, refused, lost } = await deployInRow(3);
    expect(lost).to.deep.equal([]);
    expect(refused.filter((status) => status !== 503)).to.deep.equal([]);
    expect(answered).to.be.above(500);
  });
});
