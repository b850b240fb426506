import { expect } from 'chai';
import { documentedOutcomes, type HeardAnswer, judgeAnswer } from './api-judge.ts';
import { readAnswer } from './conversation.ts';
import { transcript } from './transcript.ts';

/**
 * After all tests: each answer that any service gave is one that the API's own description tells of, and where all tests
 * ran, nothing is described that was not met.
 */
export const mochaHooks = {
  afterAll() {
    const met = new Set<string>();
    const faults = new Set<string>();
    for (const { method, path, status, headers, body } of heardAnswers()) {
      for (const fault of judgeAnswer({ method, path, status, headers, body })) {
        faults.add(`${method} ${path} ${status}: ${fault}`);
      }
      met.add(String(status));
      met.add(`${status} ${/"code":"([A-Z_]+)"/.exec(body)?.[1]}`);
    }
    expect([...faults], 'answers that the description does not tell of').to.deep.equal([]);
    if (process.env.npm_lifecycle_event !== 'test') return;
    const unmet = [...documentedOutcomes()].filter((outcome) => !met.has(outcome));
    expect(unmet, 'described, and never met').to.deep.equal([]);
  },
};

/**
 * Those whose request is known, and that came alone where they were heard as bytes. The dashboard is for people, and no part
 * of the API that is described: what is below its path is not looked at, whether it is switched on or not.
 */
function heardAnswers(): HeardAnswer[] {
  return transcript.answers.flatMap(({ request, status, headers, body }) => {
    const [, method, path] = /^([A-Z]+) (\/\S*)( HTTP\/1|$)/.exec(request) ?? [];
    if (!method || !path || status < 200 || isOfDashboard(path)) return [];
    if (headers !== '') return [{ method, path, status, headers: new Headers(JSON.parse(headers)), body }];
    if (body.split('HTTP/1.1 ').length !== 2 || !body.includes('\r\n\r\n')) return [];
    const answer = readAnswer(body);
    return [{ method, path, status, headers: answer.headers, body: answer.text }];
  });
}

function isOfDashboard(path: string): boolean {
  return /^\/dashboard([/?]|$)/.test(path);
}
