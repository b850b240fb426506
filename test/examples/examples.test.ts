import { expect } from 'chai';
import type { Outcome } from '../support/process.ts';
import { onPath } from '../support/servers/on-path.ts';
import { onServer } from '../support/servers/required-stores.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Block, guideBlocks, languages, readmeBlocks } from './blocks.ts';
import { passwordsIn, runBlock } from './run-block.ts';

/** What is not there wherever the tests run; a shell, curl and Node are. */
const interpreters = { python: { what: 'Python', command: 'python3' }, go: { what: 'Go', command: 'go' } } as const;
/** The first Go compiles its library, which takes a busy machine a minute or two. */
const limitMs = 240_000;
const plans = {
  annual: { requestsPerMinute: 150, apiAccess: true },
  single: { requestsPerMinute: 1, apiAccess: true },
};

describe('the examples for callers', function () {
  this.timeout(limitMs);
  let service: TestService;
  let spentKey: string;
  before(async () => {
    service = await startService({ settings: { plans } });
    spentKey = await service.addSubscriber('spent', 'single');
    // The service's clock stands still, so the quota stays used up, and there is a minute to wait.
    expect(await service.call({ key: spentKey, body: { length: 8 } })).to.have.property('status', 200);
  });
  after(() => service.stop());

  it('are there in each language, and those of the guide stand word for word in the README', () => {
    const readme = readmeBlocks();
    const guide = guideBlocks();
    for (const language of languages) {
      expect(guide.map((block) => block.language)).to.include(language);
    }
    const missing = guide.filter(({ text }) => !readme.some((block) => block.text === text));
    expect(missing, 'in the guide and not in the README').to.deep.equal([]);
  });

  for (const language of languages) {
    describe(`in ${language}`, () => {
      if (language in interpreters) {
        const { what, command } = interpreters[language as keyof typeof interpreters];
        onServer({ what, get: async () => onPath(command) });
      }
      for (const block of readmeBlocks().filter((each) => each.language === language)) {
        describe(titleOf(block), () => {
          it('prints what it asks for', async () => {
            const { code, stdout, stderr } = await runBlock(block, service);
            expect({ code, stderr }, stdout).to.deep.equal({ code: 0, stderr: '' });
            expectPasswords(passwordsIn(stdout), block);
          });

          it('fails with a wrong key, which it does not show', async () => {
            const key = 'not-a-key-of-anyone';
            const outcome = await runBlock(block, { url: service.url, key });
            expectFailure(outcome, block, /INVALID_API_KEY.*Send an API key that is valid now/);
            expect(outcome.stdout + outcome.stderr).not.to.include(key);
          });

          it('fails where the quota is used up, and tells how long to wait', async () => {
            const outcome = await runBlock(block, { url: service.url, key: spentKey });
            expectFailure(outcome, block, /RATE_LIMIT_EXCEEDED.*Wait as many seconds/);
            if (printsAlone(block)) expect(outcome.stderr).to.match(/^Wait 60 seconds\.$/m);
          });
        });
      }
    });
  }
});

function titleOf({ text }: Block): string {
  return `the one for ${text.includes('/bulk') ? 'many, as JSON' : printsAlone({ text }) ? 'a password alone' : 'one, as JSON'}`;
}

/** A plain curl prints the answer as it is; all others take the password out of it. */
function printsAlone({ text }: Pick<Block, 'text'>): boolean {
  return !text.startsWith('curl ');
}

function expectFailure({ code, stdout, stderr }: Outcome, block: Block, message: RegExp): void {
  expect(code, stdout + stderr).to.be.above(0);
  if (printsAlone(block)) expect({ stdout, stderr }).to.have.property('stdout', '');
  expect(printsAlone(block) ? stderr : stdout).to.match(message);
}

/** As many, as long and of such characters as the example says. */
function expectPasswords(passwords: readonly string[], { text }: Block): void {
  const count = Number(/"count": (\d+)/.exec(text)?.[1] ?? 1);
  const length = Number(/length"?: (\d+)/.exec(text)?.[1]);
  const classes = [/[A-Z]/, /[a-z]/, /[0-9]/];
  const symbols = /[!@#$%^&*]/;
  expect(passwords).to.have.length(count);
  for (const password of passwords) {
    expect(password)
      .to.match(/^[A-Za-z0-9!@#$%^&*]+$/)
      .and.to.have.length(length);
    for (const each of classes) expect(password).to.match(each);
    if (/includeSymbols"?: [Ff]alse/.test(text)) expect(password).not.to.match(symbols);
    else expect(password).to.match(symbols);
  }
}
