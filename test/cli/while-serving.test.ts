import { expect } from 'chai';
import { type Operator, withOperator } from '../support/operator.ts';
import { type ServiceProcess, withServiceProcess } from '../support/process.ts';
import { send } from '../support/service.ts';

/** The status that a key gets, with the code of its error or the plan that it was held against. */
async function ask({ url }: ServiceProcess, key: string): Promise<string> {
  const { status, headers, json } = await send(url, { key, body: { length: 20 } });
  return [status, json.error?.code ?? headers.get('ratelimit-policy')?.split(';')[0]].join(' ');
}

function whileServing(test: (service: ServiceProcess, operator: Operator) => Promise<void>) {
  return withOperator((operator) =>
    withServiceProcess({ DATA_DIR: operator.dataDir }, (service) => test(service, operator)),
  );
}

describe('a command while the service runs', () => {
  it('holds on the next request', () =>
    whileServing(async (service, { cli, json }) => {
      expect(await ask(service, service.key)).to.equal('200 "annual"');
      await cli('subscribers', 'add', 'acme', '--plan', 'enterprise');
      const { key, id } = await json('keys', 'create', '--subscriber', 'acme');
      expect(await ask(service, key), 'a new key').to.equal('200 "enterprise"');

      await cli('subscribers', 'set-plan', 'acme', 'free');
      expect(await ask(service, key), 'a plan without access').to.equal('403 PLAN_WITHOUT_API_ACCESS');
      await cli('subscribers', 'set-plan', 'acme', 'annual');
      expect(await ask(service, key), 'another plan').to.equal('200 "annual"');
      await cli('subscribers', 'suspend', 'acme');
      expect(await ask(service, key), 'suspended').to.equal('403 SUBSCRIPTION_INACTIVE');
      await cli('subscribers', 'activate', 'acme');

      const { key: next, id: nextId } = await json('keys', 'rotate', id);
      expect(await ask(service, key), 'the old key in its overlap').to.equal('200 "annual"');
      expect(await ask(service, next), 'the new key').to.equal('200 "annual"');
      expect((await cli('keys', 'revoke', id)).code).to.equal(0);
      expect(await ask(service, key), 'revoked').to.equal('401 INVALID_API_KEY');

      const { key: last } = await json('keys', 'rotate', nextId, '--overlap', '0');
      expect(await ask(service, next), 'rotated without an overlap').to.equal('401 INVALID_API_KEY');
      expect(await ask(service, last), 'its successor').to.equal('200 "annual"');
      expect(await ask(service, service.key), 'another subscriber').to.equal('200 "annual"');
    })).timeout(40_000);
});
