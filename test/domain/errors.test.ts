import { expect } from 'chai';
import { ServiceError } from '../../src/domain/errors.ts';

describe('ServiceError', () => {
  it('carries its code, its facts and its cause', () => {
    const cause = new Error('disk');
    const details = [{ field: 'length', message: 'must be there' }];
    const error = new ServiceError('INVALID_REQUEST', 'Mend it.', { cause, details, retryAfterSeconds: 7 });
    expect(error).to.be.an.instanceOf(Error);
    expect(error).to.deep.include({
      name: 'ServiceError',
      code: 'INVALID_REQUEST',
      message: 'Mend it.',
      retryAfterSeconds: 7,
    });
    expect(error.details).to.equal(details);
    expect(error.cause).to.equal(cause);
  });

  it('has no cause where there was none', () => {
    const error = new ServiceError('NOT_FOUND', 'Look elsewhere.');
    expect('cause' in error).to.equal(false);
    expect([error.details, error.retryAfterSeconds]).to.deep.equal([undefined, undefined]);
  });
});
