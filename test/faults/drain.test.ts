import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Conversation, readAnswer, requestText } from '../support/conversation.ts';
import { inStore } from '../support/operator.ts';
import { type ServiceProcess, withDirectory, withServiceProcess } from '../support/process.ts';
import { sendRaw } from '../support/raw-http.ts';
import { type Call, send } from '../support/service.ts';

const body = '{"length": 20}';
const readiness: Call = { method: 'GET', path: '/health/ready' };
const headersOf = (key: string) => ({
  Authorization: `Bearer ${key}`,
  'Content-Type': 'application/json',
  'Content-Length': String(body.length),
});

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(10);
}

function refusesConnections({ url }: ServiceProcess): Promise<boolean> {
  return sendRaw(url, requestText({ method: 'GET', path: '/health/live' }), { waitMs: 50 }).then(
    () => false,
    () => true,
  );
}

function serving(
  environment: Record<string, string>,
  test: (service: ServiceProcess, dataDir: string) => Promise<void>,
) {
  return withDirectory((DATA_DIR) =>
    withServiceProcess({ ...environment, DATA_DIR }, (service) => test(service, DATA_DIR)),
  );
}

describe('SIGTERM', () => {
  it('is told to callers, closes the listener, and loses no request that was accepted', () =>
    serving({ DRAIN_SECONDS: '1' }, async (service) => {
      const { url, key, child } = service;
      const slow = Conversation.open(url);
      slow.say(requestText({ headers: headersOf(key), body: body.slice(0, 5) }));
      expect((await send(url, readiness)).status).to.equal(200);

      child.kill('SIGTERM');
      await until(() => service.stdout().includes('"draining"'));
      child.kill('SIGTERM');
      child.kill('SIGINT');

      const ready = await send(url, readiness);
      expect(ready.status).to.equal(503);
      expect(ready.headers.get('connection')).to.equal('close');
      expect(ready.json).to.deep.equal({ status: 'draining', dependencies: { keys: 'up', quota: 'up' } });
      const answer = await send(url, { key, body });
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('connection')).to.equal('close');

      await until(() => refusesConnections(service));
      expect(child.exitCode, 'waits for what still runs').to.equal(null);
      child.kill('SIGTERM');
      slow.say(body.slice(5));
      const finished = readAnswer(await slow.hearOut());
      expect(finished.status).to.equal(200);
      expect(finished.json.data.password).to.have.length(20);
      expect(finished.headers.get('connection'), 'also of what began before').to.equal('close');

      const { code, stdout, stderr } = await service.end('SIGINT');
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout.match(/"message":"draining"/g), 'once').to.have.length(1);
      expect(stdout).to.match(/"message":"stopped"[^\n]*\n$/);
    }));

  it('is obeyed as SIGINT, and has the last use of a key written before the end', () =>
    serving({}, async (service, DATA_DIR) => {
      const startedAtMs = Date.now();
      expect((await send(service.url, { key: service.key, body })).status).to.equal(200);
      // The use is written within a second anyway; the service ends before that second is over.
      expect((await service.end('SIGINT')).code).to.equal(0);
      const [kept] = await inStore(DATA_DIR, (store) => store.listKeys({}));
      expect(kept?.lastUsedAtMs).to.be.within(startedAtMs, Date.now());
    }));
});
