import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { copyableOf } from '../support/dashboard-page.ts';
import { addCustomer, enter, invite, KEYS, OWN_PASSWORD, signIn, Visitor } from '../support/dashboard-visit.ts';
import { startService, type TestService } from '../support/service.ts';
import { newSubscriberId, onSharedStores } from '../support/shared-stores.ts';

interface Secrets {
  readonly session: string;
  readonly invitation: string;
  readonly key: string;
}

/** Leaves one of each behind. */
async function leaveSecrets(service: TestService, id: string): Promise<Secrets> {
  await addCustomer(service, id);
  await enter(service, id);
  const visitor = new Visitor(service);
  await signIn(visitor, `${id}@example.com`);
  const { text } = await visitor.post(KEYS, { name: 'build', expiry: '' });
  const invitation = (await invite(service, id)).split('/').at(-1) ?? '';
  return { session: visitor.cookies.get('passwords-session') ?? '', invitation, key: copyableOf(text, 'key') };
}

function expectDigestsAlone(kept: string, { session, invitation, key }: Secrets): void {
  for (const secret of [session, invitation, key]) {
    expect(secret).to.match(/^(pgs_)?[0-9A-Za-z]{38,43}$/);
    expect(kept).to.contain(createHash('sha256').update(secret).digest('base64url'));
    for (let at = 8; at + 8 <= secret.length; at += 1) expect(kept).not.to.contain(secret.slice(at, at + 8));
  }
  expect(kept).to.match(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(kept).not.to.contain(OWN_PASSWORD).and.not.to.contain(Buffer.from(OWN_PASSWORD).toString('base64'));
}

describe('what the dashboard leaves at rest', () => {
  it('is digests and a slow hash alone, in the files of the embedded store', async () => {
    const service = await startService();
    const secrets = await leaveSecrets(service, 'acme');
    const files = readdirSync(service.dataDir).map((file) => readFileSync(join(service.dataDir, file), 'latin1'));
    expectDigestsAlone(files.join('\n'), secrets);
    await service.stop();
  });

  describe('in MongoDB', () => {
    const stores = onSharedStores();

    it('is digests and a slow hash alone', async () => {
      const { mongodbUrl, redisUrl } = stores();
      const service = await startService({ settings: { mongodbUrl, redisUrl } });
      const secrets = await leaveSecrets(service, newSubscriberId());
      const client = new MongoClient(mongodbUrl);
      const collections = await client.db().collections();
      const kept = await Promise.all(collections.map((collection) => collection.find().toArray()));
      await client.close();
      expectDigestsAlone(JSON.stringify(kept), secrets);
      await service.stop();
    });
  });
});
