import { expect } from 'chai';
import { transcript } from './transcript.ts';

const keyText = /pgs_[0-9A-Za-z]{38}/;
/** What a password is made of; whatever else stands around it in a log or an answer cuts it free. */
const beyondPasswords = /[^A-Za-z0-9!@#$%^&*]+/;
/** The commands whose very result is a key. */
const showsKeys = /^(service|keys create|keys rotate|--json keys)/;

/**
 * After all tests: nothing that any service logged, printed or answered holds a key or a password, but for the answers
 * that are passwords, and the one line that shows a new key.
 */
export const mochaHooks = {
  afterAll() {
    const issued = transcript.answers.filter(
      ({ request, status }) => request.includes('/api/passwords') && status === 200,
    );
    const passwords = new Set(
      issued.flatMap(({ body }) => [...body.matchAll(/"password":"([^"]+)"/g)].map(([, text]) => text)),
    );
    const logs = [...transcript.logs, ...transcript.outputs.map(({ text }) => text)];
    const others = transcript.answers.filter((answer) => !issued.includes(answer)).map(({ body }) => body);
    const headers = transcript.answers.map((answer) => answer.headers);

    for (const text of [...logs, ...others, ...headers]) {
      const leaked = text.split(beyondPasswords).filter((word) => passwords.has(word));
      expect(leaked, `a password stands in: ${text.slice(0, 500)}`).to.be.empty;
    }
    for (const text of [...transcript.logs, ...transcript.answers.map(({ body }) => body), ...headers]) {
      expect(text, 'a key stands in a log or an answer').not.to.match(keyText);
    }
    for (const { source, text } of transcript.outputs) {
      const logged = showsKeys.test(source)
        ? text
            .split('\n')
            .filter((line) => line.startsWith('{"') && line.includes('"level"'))
            .join('\n')
        : text;
      expect(logged, `a key stands in the output of ${source}`).not.to.match(keyText);
    }
  },
};
