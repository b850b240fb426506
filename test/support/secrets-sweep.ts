import { expect } from 'chai';
import { transcript } from './transcript.ts';

type Answer = (typeof transcript.answers)[number];

const keyTexts = /pgs_[0-9A-Za-z]{38}/g;
/** What a password is made of; whatever else stands around it in a log or an answer cuts it free. */
const beyondPasswords = /[^A-Za-z0-9!@#$%^&*]+/;
/** The commands whose very result is a key. */
const showsKeys = /^(service|keys create|keys rotate|--json keys)/;
/** The commands whose very result is a link that lets a customer in, as the first start's is too. */
const showsLinks = /^(service|subscribers invite|--json subscribers)/;
const sessionTokens = /passwords-session=([0-9A-Za-z]{43})/g;
const invitationTokens = /\/dashboard\/invitations\/([0-9A-Za-z]{43})/g;

/**
 * After all tests: nothing that any service logged, printed or answered holds a key, a password, or what signs a customer
 * in, but for the answers and lines that are there to tell it.
 */
export const mochaHooks = {
  afterAll() {
    sweepPasswords();
    sweepKeys();
    sweepTokens();
    sweepOwnPasswords();
  },
};

/** An answer may hold the passwords that it is about, and no others. */
function sweepPasswords(): void {
  const issued = new Map(transcript.answers.map((answer) => [answer, new Set(passwordsIn(answer))]));
  const passwords = new Set([...issued.values()].flatMap((some) => [...some]));
  const none = new Set<string>();
  const told: [text: string, own: Set<string>][] = [
    ...[...transcript.logs, ...printed()].map((text): [string, Set<string>] => [text, none]),
    ...transcript.answers.map((answer): [string, Set<string>] => [answer.headers, none]),
    ...[...issued].map(([{ body }, own]): [string, Set<string>] => [body, own]),
  ];
  for (const [text, own] of told) {
    const words = text.replaceAll('&amp;', '&').split(beyondPasswords);
    const leaked = words.filter((word) => passwords.has(word) && !own.has(word));
    expect(leaked, `a password stands in: ${text.slice(0, 500)}`).to.be.empty;
  }
}

/** What the API issued, or the dashboard to who tries it, or one of its pages proposes. */
function passwordsIn({ request, status, body }: Answer): string[] {
  const found = [
    ...(request.includes('/api/passwords') && status === 200 ? body.matchAll(/"password":"([^"]+)"/g) : []),
    ...(isOfDashboard(request) ? body.matchAll(/<code id="(?:password-\d+|proposal)">([^<]+)/g) : []),
  ];
  return found.map(([, text = '']) => text.replaceAll('&amp;', '&'));
}

/** A key stands in the one answer that made it, and in no other. */
function sweepKeys(): void {
  const tellers = new Map<string, Answer>();
  for (const answer of transcript.answers) {
    for (const [key] of isNewKey(answer) ? answer.body.matchAll(keyTexts) : []) {
      expect(tellers.get(key) ?? answer, 'a key stands in two answers').to.equal(answer);
      tellers.set(key, answer);
    }
  }
  const others = transcript.answers.filter((answer) => !isNewKey(answer)).map(({ body }) => body);
  const headers = transcript.answers.map((answer) => answer.headers);
  for (const text of [...transcript.logs, ...others, ...headers]) {
    expect(text.match(keyTexts), 'a key stands in a log or an answer').to.equal(null);
  }
  for (const { source, text } of transcript.outputs) {
    const logged = showsKeys.test(source) ? logLinesOf(text) : text;
    expect(logged.match(keyTexts), `a key stands in the output of ${source}`).to.equal(null);
  }
}

function isNewKey({ request, status }: Answer): boolean {
  return status === 200 && /^POST \/dashboard\/settings\/api-keys(\/[^/]+\/rotate)?$/.test(request);
}

/** A session's token stands in the one header that sets it; an invitation's in the page that it leads to, as what its form is sent to. */
function sweepTokens(): void {
  const sessions = transcript.answers.flatMap(({ headers }) => firstsOf(headers, sessionTokens));
  expect(new Set(sessions).size, 'a session token was set twice').to.equal(sessions.length);
  const withoutCookies = transcript.answers.map(({ headers }) => headers.replace(sessionTokens, ''));
  const invitations = new Set([
    ...transcript.answers.flatMap(({ request }) => firstsOf(request, invitationTokens)),
    ...transcript.outputs.flatMap(({ text }) => firstsOf(text, invitationTokens)),
  ]);
  const bodies = transcript.answers.map(({ request, body }) =>
    firstsOf(request, invitationTokens).reduce((rest, token) => rest.replace(` action="${pathTo(token)}"`, ''), body),
  );
  const outputs = transcript.outputs.map(({ source, text }) => (showsLinks.test(source) ? logLinesOf(text) : text));

  const secret = new Set([...sessions, ...invitations]);
  for (const text of [...transcript.logs, ...outputs, ...bodies, ...withoutCookies]) {
    const leaked = text.split(/[^0-9A-Za-z]+/).filter((word) => secret.has(word));
    expect(leaked, `the token of a session or an invitation stands in: ${text.slice(0, 500)}`).to.be.empty;
  }
}

/** What a customer signs in with is told nowhere. */
function sweepOwnPasswords(): void {
  const answers = transcript.answers.flatMap(({ headers, body }) => [headers, body]);
  for (const text of [...transcript.logs, ...printed(), ...answers]) {
    const leaked = [...new Set(transcript.ownPasswords)].filter((password) => text.includes(password));
    expect(leaked, `a customer's password stands in: ${text.slice(0, 500)}`).to.be.empty;
  }
}

function isOfDashboard(request: string): boolean {
  return /^[A-Z]+ \/dashboard/.test(request);
}

function pathTo(invitation: string): string {
  return `/dashboard/invitations/${invitation}`;
}

function printed(): string[] {
  return transcript.outputs.map(({ text }) => text);
}

function firstsOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, first = '']) => first);
}

/** What a service logged, of all that it printed. */
function logLinesOf(output: string): string {
  const lines = output.split('\n').filter((line) => line.startsWith('{"') && line.includes('"level"'));
  return lines.join('\n');
}
