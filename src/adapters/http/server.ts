import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type Koa from 'koa';
import type { ReportHealth } from '../../application/report-health.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { RequestState } from './context.ts';
import { answerFailure, type ParserErrorCode } from './error-answer.ts';
import { securityHeaders } from './response-headers.ts';

/** Node looks for late requests in this interval only, whatever the limits are. */
const CHECK_INTERVAL_MS = 500;
const FINISH_WITHIN_MS = 10_000;

const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: CHECK_INTERVAL_MS,
  maxHeaderSize: 16 * 1024,
  // Without a Host header Node would answer by itself, and not in the contract's form.
  requireHostHeader: false,
};

interface Listening {
  readonly host: string;
  readonly port: number;
}

/** The listener: what Node's parser refuses, time limits, and an end that loses no request. */
export class HttpServer {
  readonly #server: Server;
  readonly #health: ReportHealth;
  readonly #listening: Listening;
  readonly #announceMs: number;

  constructor(app: Koa<RequestState>, health: ReportHealth, options: Listening & { drainSeconds: number }) {
    this.#health = health;
    this.#listening = options;
    this.#announceMs = options.drainSeconds * 1000;
    const handle = app.callback();
    const onRequest = (request: IncomingMessage, response: ServerResponse) => {
      if (namesOneHost(request)) void handle(request, response);
      else refuse(request.socket, 'BAD_REQUEST');
    };
    this.#server = createServer(limits, onRequest);
    this.#server.on('checkContinue', onRequest); // the body is asked for once its caller is known
    this.#server.on('checkExpectation', ({ socket }: IncomingMessage) => refuse(socket, 'EXPECTATION_FAILED'));
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuse(socket, codeOf(error)));
  }

  /**
   * @returns the URL under which it answers on this machine
   * @throws ServiceError ADDRESS_UNUSABLE
   */
  async listen(): Promise<string> {
    const { host, port } = this.#listening;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (cause: NodeJS.ErrnoException) => reject(unusable(this.#listening, cause)));
      this.#server.listen({ host, port }, resolve);
    });
    const { address, family, port: taken } = this.#server.address() as AddressInfo;
    const local = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
    return `http://${family === 'IPv6' && local === address ? `[${address}]` : local}:${taken}`;
  }

  /** Says that it leaves, goes on answering for a while, closes the listener, and waits for what still runs. */
  async drain(): Promise<void> {
    this.#health.phase = 'draining';
    await pause(this.#announceMs);
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const deadline = new AbortController();
    await Promise.race([closed, pause(FINISH_WITHIN_MS, undefined, { signal: deadline.signal }).catch(() => {})]);
    deadline.abort();
    this.#server.closeAllConnections();
    await closed;
  }
}

/** RFC 9112, section 3.2: with HTTP/1.1, a request without a Host, or with two, is refused. */
function namesOneHost({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host');
  return hosts.length === 1 ? headers.host !== '' : hosts.length === 0 && httpVersion === '1.0';
}

function codeOf({ code }: NodeJS.ErrnoException): ParserErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'BAD_REQUEST';
}

/** Answers on the bare connection and closes it: there is no request, so there is no request id. */
function refuse(socket: Socket & { _httpMessage?: ServerResponse | null }, code: ParserErrorCode): void {
  // Where an answer has begun, a second one would be read as part of it.
  if (!socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy();
    return;
  }
  const { status, contentType, body } = answerFailure({ code });
  const headers = { ...securityHeaders, 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries({ ...headers, Date: new Date().toUTCString(), Connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`, () => socket.destroySoon());
}

function unusable({ host, port }: Listening, cause: NodeJS.ErrnoException): ServiceError {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'is in use: stop what listens there, or set PORT to a free one',
    EACCES: 'needs more rights than this user has: set PORT to 1024 or above',
  };
  const reason = reasons[cause.code ?? ''] ?? `can't be listened on (${cause.code}): check HOST and PORT`;
  return new ServiceError('ADDRESS_UNUSABLE', `Port ${port} on ${host} ${reason}.`, { cause });
}
