import { expect } from 'chai';
import { type ServiceProcess, spawnService } from './process.ts';
import { type Answer, send } from './service.ts';

/** To be called in a describe: two instances, each a process of its own, while its tests run. */
export function onTwoServices(environment: () => Record<string, string>): () => readonly ServiceProcess[] {
  const services: ServiceProcess[] = [];
  before(async () => {
    for (let instance = 0; instance < 2; instance += 1) services.push(await spawnService(environment()));
  });
  after(async () => {
    for (const { code, stderr } of await Promise.all(services.map((service) => service.end()))) {
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    }
  });
  return () => services;
}

/** Asks for a password. */
export function ask({ url }: { readonly url: string }, key: string): Promise<Answer> {
  return send(url, { key, body: { length: 20 } });
}

/** The status, with the code of an error or the plan that the request was held against. */
export function summaryOf({ status, headers, json }: Answer): string {
  return `${status} ${json.error?.code ?? headers.get('ratelimit-policy')?.split(';')[0]}`;
}

/** What is left of the quota after the request, where it was accepted. */
export function remainingOf({ status, text, headers }: Answer): number {
  expect(status, text).to.equal(200);
  return Number(headers.get('x-ratelimit-remaining'));
}
