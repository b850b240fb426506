import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { liftQuota } from './lifted-quota.ts';
import { type ServiceProcess, spawnService } from './process.ts';

/** An instance of the service, and a key that it knows. */
export interface Instance {
  readonly url: string;
  readonly key: string;
}

/** How callers have fared. */
export interface Tally {
  answered: number;
  /** Answers with another status than 200. */
  readonly refused: number[];
  /** Requests that were written, wholly or by half, and got no whole answer. */
  readonly lost: string[];
}

const body = '{"length":20}';
const CALLERS = 40;
const HALF_SENT = 10;
const PAUSE_MS = 5;
const HALF_MS = 30;
const wholeAnswer = /^HTTP\/1\.1 (\d{3}) .*?\r\n\r\n\{.*\}$/s;

/**
 * Callers as a proxy is one: on connections that are kept until the service says that it closes them, and then on new
 * ones to the instance that came after it. Of every three requests one is sent in two halves.
 */
export class DeployedCallers {
  readonly tally: Tally = { answered: 0, refused: [], lost: [] };
  /** In the order of their start; the last one serves, the others are gone or about to be. */
  readonly instances: Instance[];
  readonly #running: Promise<void>[];
  #isOver = false;

  constructor(first: Instance, count: number) {
    this.instances = [first];
    this.#running = Array.from({ length: count }, (_, number) => this.#call(number));
  }

  async stop(): Promise<Tally> {
    this.#isOver = true;
    await Promise.all(this.#running);
    return this.tally;
  }

  async #call(number: number): Promise<void> {
    for (let at = 0; !this.#isOver; at = Math.min(at + 1, this.instances.length - 1)) {
      const instance = this.instances[at]!;
      const line = await Line.open(instance.url);
      // A refused connection is no loss: nothing was said on it.
      if (line) await this.#use(line, instance, number);
      else await pause(PAUSE_MS);
    }
  }

  /** Asks on one connection until the service says that it will close it. */
  async #use(line: Line, { key }: Instance, number: number): Promise<void> {
    for (let round = number; !this.#isOver && line.isOpen; round += 1) {
      await askInTurn(line, key, round % 3 === 0 ? HALF_MS : 0).then(
        (status) => this.#note(status),
        (reason: Error) => this.tally.lost.push(reason.message),
      );
      if (line.isToClose) break;
      await pause(PAUSE_MS);
    }
    line.leave();
  }

  #note(status: number): void {
    if (status === 200) this.tally.answered += 1;
    else this.tally.refused.push(status);
  }
}

/** Asks for a password, with so long a pause in the midst of the body, and gives the status. */
export async function askInTurn(line: Line, key: string, pauseMs: number | Promise<unknown>): Promise<number> {
  const head = `POST /api/passwords HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`;
  const text = `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  line.say(text.slice(0, -5));
  await (typeof pauseMs === 'number' ? pauseMs > 0 && pause(pauseMs) : pauseMs);
  line.say(text.slice(-5));
  return line.hear();
}

/** A connection that is kept for as long as the service keeps it. */
export class Line {
  readonly #socket: Socket;
  #heard = '';
  #onNews = () => {};
  isOpen = true;
  /** Whether the last answer said so. */
  isToClose = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => {
      this.#heard += chunk;
      this.#onNews();
    });
    for (const event of ['end', 'close']) {
      socket.on(event, () => {
        this.isOpen = false;
        this.#onNews();
      });
    }
  }

  /** Nothing where the connection is refused. */
  static open(url: string): Promise<Line | undefined> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      socket.on('error', () => resolve(undefined));
      socket.on('connect', () => resolve(new Line(socket)));
    });
  }

  say(text: string): void {
    this.#socket.write(text);
  }

  /** @returns the status of the next answer; rejects where it does not come whole */
  async hear(): Promise<number> {
    while (this.isOpen && !wholeAnswer.test(this.#heard)) {
      await new Promise<void>((resolve) => {
        this.#onNews = resolve;
      });
    }
    const status = wholeAnswer.exec(this.#heard)?.[1];
    if (status === undefined) throw new Error(`closed after: ${JSON.stringify(this.#heard.slice(0, 20))}`);
    this.isToClose = /\r\nconnection: close\r\n/i.test(this.#heard);
    this.#heard = '';
    return Number(status);
  }

  leave(): void {
    this.#socket.destroy();
  }
}

/** Puts one instance after the other in its place while callers call, with half a request under way at each signal. */
export async function deployInRow(times: number): Promise<Tally> {
  const deployed: Deployed[] = [await start()];
  const calling = new DeployedCallers(deployed[0]!, CALLERS);
  try {
    for (let time = 0; time < times; time += 1) {
      const [current, next] = [deployed.at(-1)!, await start()];
      deployed.push(next);
      calling.instances.push(next);
      await replace(current, calling.tally);
    }
    return await calling.stop();
  } finally {
    await calling.stop();
    for (const instance of deployed) await instance.remove();
  }
}

/** Ends an instance; the requests that are half sent at the signal are finished when it takes no more connections. */
async function replace({ url, key, service }: Deployed, tally: Tally): Promise<void> {
  const lines = await Promise.all(Array.from({ length: HALF_SENT }, () => Line.open(url)));
  const refused = new Promise<void>((resolve) => {
    service.child.once('exit', () => resolve());
    setTimeout(() => void untilRefused(url).then(resolve), 200);
  });
  const statuses = lines.map((line) => askInTurn(line!, key, refused));
  await pause(100);
  const ended = service.end();
  for (const half of await Promise.allSettled(statuses)) {
    if (half.status === 'rejected') tally.lost.push(`half-sent at the signal: ${half.reason.message}`);
    else if (half.value === 200) tally.answered += 1;
    else tally.refused.push(half.value);
  }
  for (const line of lines) line?.leave();
  const { code, stderr } = await ended;
  if (code !== 0 || stderr !== '') throw new Error(`An instance ended with ${code}: ${stderr}`);
}

async function untilRefused(url: string): Promise<void> {
  for (let line = await Line.open(url); line; line = await Line.open(url)) {
    line.leave();
    await pause(50);
  }
}

interface Deployed extends Instance {
  readonly service: ServiceProcess;
  remove(): Promise<void>;
}

/** An instance on a store of its own, which announces its end for a second. */
async function start(): Promise<Deployed> {
  const directory = await mkdtemp(join(tmpdir(), 'passwords-'));
  const settings = await liftQuota(directory);
  const service = await spawnService({ LOG_LEVEL: 'info', DRAIN_SECONDS: '1', ...settings });
  const remove = async () => {
    if (service.child.exitCode === null && service.child.signalCode === null) await service.end('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  };
  return { url: service.url, key: service.key, service, remove };
}
