#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { parseDuration } from './adapters/cli/duration.ts';
import {
  invitationView,
  isoTime,
  keyView,
  newKeyView,
  type Row,
  subscriberView,
  toTable,
} from './adapters/cli/views.ts';
import type { NewKey } from './application/administer-keys.ts';
import { createContainer } from './composition/container.ts';
import { ids } from './composition/ids.ts';
import { invitationUrl, loadSettings, maskSecrets, publicUrlOf } from './composition/settings.ts';
import { ServiceError } from './domain/errors.ts';

const program = new Command('passwords')
  .description('What an operator does with subscribers, keys and settings; it works while the service runs.')
  .option('--json', 'print the result as JSON')
  .exitOverride()
  .configureOutput({ outputError: () => {} });

const subscribers = program.command('subscribers').description('who may call, and on which plan');
subscribers
  .command('add <id>')
  .requiredOption('--plan <plan>', 'the plan, by its id in the settings')
  .option('--name <text>', 'a name for people')
  .option('--email <address>', 'what they sign in with to the dashboard')
  .action(async (id: string, { plan, name = null, email }) => {
    const subscriber = await withService((service) => service.subscribers.add({ id, plan, name, email }));
    report(`Added subscriber ${id} on plan ${plan}.`, subscriberView(subscriber));
  });
subscribers.command('set-email <id> <address>').action(async (id: string, address: string) => {
  const email = await withService((service) => service.subscribers.setEmail(id, address));
  report(`Subscriber ${id} signs in to the dashboard as ${email} now.`, { id, email });
});
subscribers
  .command('invite <id>')
  .description('a link by which a customer sets a password for the dashboard: it works once, for a day')
  .action(async (id: string) => {
    const settings = loadSettings(process.env);
    if (settings.dashboard === 'off') {
      throw new ServiceError('INVALID_ARGUMENT', 'DASHBOARD is off, so that a link would lead nowhere: set it to on.');
    }
    const { token, email, expiresAtMs } = await withService((service) => service.invite.invite(id));
    const link = invitationUrl(publicUrlOf(settings), token);
    if (program.opts().json) {
      console.log(JSON.stringify(invitationView({ subscriberId: id, email, link, expiresAtMs })));
      return;
    }
    console.log(link);
    console.error(
      `The link lets ${email} set a password, once, until ${isoTime(expiresAtMs)}. Earlier ones have ended.`,
    );
  });
subscribers.command('list').action(async () => {
  const all = await withService((service) => service.subscribers.list());
  showRows(all.map(subscriberView));
});
subscribers.command('set-plan <id> <plan>').action(async (id: string, plan: string) => {
  const subscriber = await withService((service) => service.subscribers.setPlan(id, plan));
  report(`Subscriber ${id} is on plan ${plan} now.`, subscriberView(subscriber));
});
subscribers.command('suspend <id>').action(async (id: string) => {
  const subscriber = await withService((service) => service.subscribers.suspend(id));
  report(`Subscriber ${id} is suspended: its keys are refused until it is activated.`, subscriberView(subscriber));
});
subscribers.command('activate <id>').action(async (id: string) => {
  const subscriber = await withService((service) => service.subscribers.activate(id));
  report(`Subscriber ${id} is active.`, subscriberView(subscriber));
});

const keys = program.command('keys').description('API keys: each is shown once, when it is made');
keys
  .command('create')
  .requiredOption('--subscriber <id>', 'whose key it is')
  .option('--name <text>', 'a name for people')
  .option('--expires-in <time>', 'how long it lives, such as 90d; for ever where it is left out')
  .action(async ({ subscriber, name = null, expiresIn }) => {
    const expiresInMs = expiresIn === undefined ? null : parseDuration('--expires-in', expiresIn);
    const wish = { subscriberId: subscriber, name, expiresInMs };
    showNewKey(await withService((service) => service.keys.create(wish)));
  });
keys
  .command('list')
  .option('--subscriber <id>', 'only the keys of one subscriber')
  .action(async ({ subscriber }) => {
    const filter = subscriber === undefined ? {} : { subscriberId: subscriber };
    const all = await withService((service) => service.keys.list(filter));
    showRows(all.map(keyView));
  });
keys.command('revoke <key-id>').action(async (id: string) => {
  const key = await withService((service) => service.keys.revoke(id));
  report(`Key ${id} is revoked.`, keyView(key));
});
keys
  .command('rotate <key-id>')
  .option('--overlap <time>', 'how long the old key works on, or 0', '24h')
  .action(async (id: string, { overlap }) => {
    const overlapMs = parseDuration('--overlap', overlap, { zeroAllowed: true });
    showNewKey(await withService((service) => service.keys.rotate(id, { overlapMs })));
  });

const config = program.command('config').description('the settings');
config.command('check').action(() => {
  const settings = maskSecrets(loadSettings(process.env));
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  console.log(program.opts().json ? JSON.stringify(settings) : lines.join('\n'));
});

program
  .command('openapi')
  .description('the description of the API as OpenAPI 3.1, with these settings')
  .action(async () => {
    const container = await createContainer(loadSettings(process.env));
    console.log(JSON.stringify(container.get(ids.apiDocument), undefined, 2));
  });

try {
  await program.parseAsync();
} catch (error) {
  const helpWasShown = error instanceof CommanderError && /^commander\.(help|version)/.test(error.code);
  if (!helpWasShown) console.error(lineFor(error));
  process.exit(error instanceof CommanderError ? error.exitCode : 1);
}

function lineFor(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  if (error instanceof CommanderError) return error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  return `The command failed: ${String(error)}`;
}

type Administration = Awaited<ReturnType<typeof openAdministration>>;

async function openAdministration() {
  // What went wrong is told in the one line of the command itself.
  const settings = { ...loadSettings(process.env), logLevel: 'error' } as const;
  const container = await createContainer(settings, { logsOnStandardError: true });
  return {
    subscribers: container.get(ids.administerSubscribers),
    keys: container.get(ids.administerKeys),
    invite: container.get(ids.inviteCustomer),
    store: container.get(ids.keyStore),
  };
}

async function withService<T>(act: (administration: Administration) => Promise<T>): Promise<T> {
  const administration = await openAdministration();
  try {
    return await act(administration);
  } finally {
    await administration.store.close();
  }
}

/** Results go to standard output, words to standard error. */
function report(words: string, result: object): void {
  if (program.opts().json) console.log(JSON.stringify(result));
  else console.error(words);
}

function showNewKey(created: NewKey): void {
  if (program.opts().json) {
    console.log(JSON.stringify(newKeyView(created)));
    return;
  }
  console.log(created.text);
  console.error(`Key id: ${created.key.id}. The key is shown this once.`);
}

function showRows(rows: readonly Row[]): void {
  if (program.opts().json) console.log(JSON.stringify(rows));
  else if (rows.length > 0) console.log(toTable(rows));
  else console.error('There are none.');
}
