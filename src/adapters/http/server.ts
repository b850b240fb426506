import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
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
  readonly #connections = new Set<Socket>();

  constructor(app: Koa<RequestState>, health: ReportHealth, options: Listening & { drainSeconds: number }) {
    this.#health = health;
    this.#listening = options;
    this.#announceMs = options.drainSeconds * 1000;
    const handle = app.callback();
    const onRequest = (request: IncomingMessage, response: ServerResponse) => {
      if (namesOneHost(request)) void handle(request, response);
      else refuseInTurn(response, 'BAD_REQUEST');
    };
    this.#server = createServer(limits, onRequest);
    this.#server.on('checkContinue', onRequest); // the body is asked for once its caller is known
    this.#server.on('checkExpectation', (_request, response) => refuseInTurn(response, 'EXPECTATION_FAILED'));
    this.#server.on('connect', ({ socket }) => refuse(socket, 'BAD_REQUEST'));
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuse(socket, codeOf(error)));
    this.#server.on('connection', (socket) => {
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
    });
  }

  /**
   * @returns the URL under which it answers on this machine
   * @throws ServiceError ADDRESS_UNUSABLE
   */
  async listen(): Promise<string> {
    const { host, port } = this.#listening;
    this.#server.listen({ host, port });
    await once(this.#server, 'listening').catch((cause) => {
      throw unusable(this.#listening, cause);
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
    // Node does not hold a connection for idle on which nothing ever came.
    for (const socket of this.#connections) if (socket.bytesRead === 0) socket.destroy();
    const deadline = new AbortController();
    await Promise.race([closed, pause(FINISH_WITHIN_MS, undefined, { signal: deadline.signal }).catch(() => {})]);
    deadline.abort();
    this.#server.closeAllConnections();
    await closed;
  }
}

/** RFC 9112, section 3.2: with HTTP/1.1, a request without a Host, or with two, is refused; an empty one names none. */
function namesOneHost({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host');
  return hosts.length === 1 ? headers.host !== '' : hosts.length === 0 && httpVersion === '1.0';
}

function codeOf({ code }: NodeJS.ErrnoException): ParserErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'BAD_REQUEST';
}

/** Node keeps the answers of a connection in the order of its requests, so this one waits for its turn. */
function refuseInTurn(response: ServerResponse, code: ParserErrorCode): void {
  const { status, contentType, body } = answerFailure({ code });
  const facts = { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  response.writeHead(status, { ...securityHeaders, ...facts }).end(body);
}

/** Answers on the bare connection and closes it. */
function refuse(socket: Socket & { _httpMessage?: ServerResponse | null }, code: ParserErrorCode): void {
  const begun = socket._httpMessage;
  // Where an answer has begun, a second one would be read as part of it.
  if (!socket.writable || begun?.headersSent) {
    socket.destroy();
    return;
  }
  if (begun?.req.complete) {
    // What is malformed comes behind a good request, whose answer is under way and goes first.
    begun.once('finish', () => refuse(socket, code));
    return;
  }
  // Where the request broke off within its body, it has an id already, and may have been held against a quota.
  const headers: OutgoingHttpHeaders = { ...lowerCase(securityHeaders), ...begun?.getHeaders() };
  const requestId = headers['x-request-id'] as string | undefined;
  const accept = begun?.req.headers.accept;
  const { status, contentType, body } = answerFailure({ code, accept, ...(requestId && { requestId }) });
  Object.assign(headers, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) });
  Object.assign(headers, { date: new Date().toUTCString(), connection: 'close' });
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () => socket.destroySoon());
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function unusable({ host, port }: Listening, cause: NodeJS.ErrnoException): ServiceError {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'is in use: stop what listens there, or set PORT to a free one',
    EACCES: 'needs more rights than this user has: set PORT to 1024 or above',
  };
  const reason = reasons[cause.code ?? ''] ?? `can't be listened on (${cause.code}): check HOST and PORT`;
  return new ServiceError('ADDRESS_UNUSABLE', `Port ${port} on ${host} ${reason}.`, { cause });
}
