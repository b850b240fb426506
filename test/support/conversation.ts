import { connect, type Socket } from 'node:net';
import type { Answer } from './service.ts';
import { transcript } from './transcript.ts';

/** A connection on which a test says and hears bytes step by step. */
export class Conversation {
  readonly #socket: Socket;
  #said = '';
  #received = '';
  #closed = false;
  #onNews = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => {
      this.#received += chunk.toString('utf8');
      this.#onNews();
    });
    socket.on('error', () => {}); // a reset is a close
    socket.on('close', () => {
      this.#closed = true;
      this.#record();
      this.#onNews();
    });
  }

  static open(url: string): Conversation {
    const { hostname, port } = new URL(url);
    return new Conversation(connect({ host: hostname, port: Number(port), noDelay: true }));
  }

  get received(): string {
    return this.#received;
  }

  say(bytes: string | Uint8Array): void {
    this.#said ||= String(bytes).slice(0, 40);
    this.#socket.write(bytes);
  }

  /** Waits until all that was heard matches; fails where the other side closes before. */
  async hear(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.#received)) {
      if (this.#closed) throw new Error(`Closed after: ${this.#received}`);
      await this.#news();
    }
    return this.#received;
  }

  /** Waits until the other side has closed, and gives all that was heard. */
  async hearOut(): Promise<string> {
    while (!this.#closed) await this.#news();
    return this.#received;
  }

  leave(): void {
    this.#socket.destroy();
  }

  /** For the sweep after all tests, with the status of the last answer. */
  #record(): void {
    const status = Number(/.*HTTP\/1\.1 (\d{3})/s.exec(this.#received)?.[1]);
    transcript.answers.push({ request: this.#said, status, headers: '', body: this.#received });
  }

  #news(): Promise<void> {
    return new Promise((resolve) => {
      this.#onNews = resolve;
    });
  }
}

interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** A request's text, as it is: nothing is added but the host. */
export function requestText({ method = 'POST', path = '/api/passwords', headers = {}, body = '' }: RawRequest): string {
  const lines = Object.entries({ Host: 'passwords.test', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** The text of one whole answer, read as `TestService.call` reads it. */
export function readAnswer(received: string): Answer {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(': ')[0] ?? '', line.replace(/^.*?: /, '')]),
  );
  const text = rest.join('\r\n\r\n');
  return { status: Number(statusLine.split(' ')[1]), headers, text, json: text && JSON.parse(text) };
}

/** A body in chunks of its own, each of the texts one. */
export function chunked(...texts: string[]): string {
  return [...texts, ''].map((text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`).join('');
}
