import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { readAnswer } from '../support/conversation.ts';
import { type MalformedRequest, malformedRequests } from '../support/malformed-requests.ts';
import { type Answer, send, startService, type TestService } from '../support/service.ts';
import { transcript } from '../support/transcript.ts';

/** The longest that the service waits for a client is 10 seconds, for a body. */
const HANGS_AFTER_MS = 14_000;
/** Where the connection is kept, whatever follows the answer follows at once. */
const QUIET_MS = 500;
const families = [...malformedRequests('no key yet').keys()];

describe('malformed requests', function () {
  this.timeout(40_000);
  let service: TestService;
  const faults = new Map<string, string[]>();
  const seen = new Set<string>();

  before('all of them at once', async () => {
    const annual = { requestsPerMinute: 1_000_000, apiAccess: true, price: { amountUsd: 840, per: 'year' } } as const;
    service = await startService({ settings: { plans: { annual } } });
    const table = [...malformedRequests(service.key)];
    await Promise.all(
      table.map(async ([family, requests]) => {
        const found = await Promise.all(
          requests.map(async (request) => {
            seen.add(request.bytes + request.afterwards);
            const fault = (await faultOf(service.url, request)) ?? (await faultOfGoodRequest(service));
            return fault === undefined ? [] : [`${request.what}: ${fault}`];
          }),
        );
        faults.set(family, found.flat());
      }),
    );
  });
  after(() => service.stop());

  it('are more than 300, no two of them alike', () => {
    const all = [...malformedRequests('').values()].flat();
    expect(seen.size).to.equal(all.length).and.to.be.at.least(300);
  });

  for (const family of families) {
    it(`${family}: a 4xx or a closed connection, and the service goes on`, () => {
      expect(faults.get(family)).to.deep.equal([]);
    });
  }

  it('are no fault of ours: nothing about them is logged as one', () => {
    expect(service.logs.filter(({ level }) => level === 'error' || level === 'warn')).to.deep.equal([]);
  });
});

async function faultOfGoodRequest({ url, key }: TestService): Promise<string | undefined> {
  const { status } = await send(url, { key, body: { length: 20 } });
  return status === 200 ? undefined : `${status} to the good request after it`;
}

/** What is wrong with the service's answer, if anything. */
async function faultOf(url: string, request: MalformedRequest): Promise<string | undefined> {
  const { heard, isOpen, isLate } = await converse(url, request);
  if (isLate) return `no end within ${HANGS_AFTER_MS} ms, after ${JSON.stringify(heard)}`;
  const answers = answersIn(heard);
  if (typeof answers === 'string') return answers;
  const good = answers.splice(0, request.goodBefore);
  if (good.length < request.goodBefore || good.some(({ status }) => status !== 200))
    return 'a good one went unanswered';
  if (isOpen && answers.length === 0) return 'neither an answer nor a closed connection';
  return answers.map(faultOfRefusal).find((fault) => fault !== undefined);
}

function faultOfRefusal({ status, headers, json }: Answer): string | undefined {
  if (status < 400 || status > 499) return `answered ${status}`;
  const { success, error, requestId = '-', ...more } = json ?? {};
  const isEnvelope =
    success === false &&
    /^[A-Z_]+$/.test(error?.code) &&
    typeof error.message === 'string' &&
    /^[A-Za-z0-9._-]{1,64}$/.test(requestId) &&
    (headers.get('x-request-id') ?? '-') === requestId &&
    Object.keys(more).length === 0;
  return isEnvelope ? undefined : `another body than the envelope: ${JSON.stringify(json)}`;
}

/** Says it all at once, and hears until the connection is closed, or kept and quiet after an answer. */
async function converse(url: string, { bytes, afterwards, goodBefore }: MalformedRequest) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let heard = '';
  let heardAtMs = Number.POSITIVE_INFINITY;
  let isOpen = true;
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1');
    heardAtMs = performance.now();
  });
  socket.on('error', () => {}); // a reset is a close
  for (const event of ['end', 'close']) {
    socket.on(event, () => {
      isOpen = false;
    });
  }
  socket.write(bytes, 'latin1');
  if (afterwards === 'end') socket.end();

  const startedAtMs = performance.now();
  const isDone = () =>
    !isOpen || (performance.now() - heardAtMs > QUIET_MS && (answersIn(heard).length ?? 0) > goodBefore);
  const isOverdue = () => performance.now() - startedAtMs > HANGS_AFTER_MS;
  while (!isDone() && !isOverdue()) await pause(50);
  socket.destroy();
  transcript.answers.push({ request: 'malformed', status: Number(heard.split(' ')[1]), headers: '', body: heard });
  return { heard, isOpen, isLate: !isDone() };
}

/** The final answers in what was heard; a sentence where it is none. */
function answersIn(heard: string): Answer[] | string {
  const answers: Answer[] = [];
  let rest = heard.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  while (rest !== '') {
    const head = /^HTTP\/1\.1 \d{3} [^\r]*\r\n(?:[^\r\n]+\r\n)*?content-length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n/i.exec(
      rest,
    );
    if (!head) return `no whole answer: ${JSON.stringify(rest)}`;
    const end = head[0].length + Number(head[1]);
    answers.push(readAnswer(rest.slice(0, end)));
    rest = rest.slice(end);
  }
  return answers;
}
