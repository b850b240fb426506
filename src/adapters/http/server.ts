import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type Koa from 'koa';
import type { ReportHealth } from '../../application/report-health.ts';
import type { Meter } from '../../domain/ports.ts';
import { listenOn } from '../listen.ts';
import type { RequestState } from './context.ts';
import { answerFailure, type ParserErrorCode } from './error-answer.ts';
import { requestIdOf } from './identify-request.ts';
import type { LoadGate } from './load-gate.ts';
import { headersOf, securityHeaders } from './response-headers.ts';

/** Node looks for late requests in this interval only, whatever the limits are. */
const CHECK_INTERVAL_MS = 500;
const FINISH_WITHIN_MS = 10_000;
/** Of requests that a client sends one behind the other; whoever sends more and reads no answer fills our memory. */
const MAX_UNANSWERED = 100;

const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: CHECK_INTERVAL_MS,
  maxHeaderSize: 16 * 1024,
  // Without a Host header Node would answer by itself, and not in the contract's form.
  requireHostHeader: false,
};

/** RFC 3986, section 3.2.2: a name or an address, and a port. */
const hostAndPort = /^(?:[\w.~!$&'()*+,;=%-]+|\[[0-9A-Fa-f:.]+\])(?::\d*)?$/;

interface Listening {
  readonly host: string;
  readonly port: number;
}

/** The answers that a connection waits for, and whether the load gate let their requests in. */
type Unanswered = Map<ServerResponse, boolean>;

interface ServerParts {
  readonly app: Koa<RequestState>;
  readonly health: ReportHealth;
  readonly loadGate: LoadGate;
  readonly meter: Meter;
}

/** The listener: what Node's parser refuses, time limits, and an end that loses no request. */
export class HttpServer {
  readonly #server: Server;
  readonly #health: ReportHealth;
  readonly #listening: Listening;
  readonly #announceMs: number;
  readonly #loadGate: LoadGate;
  readonly #connections = new Map<Socket, Unanswered>();

  constructor({ app, health, loadGate, meter }: ServerParts, options: Listening & { drainSeconds: number }) {
    this.#health = health;
    this.#loadGate = loadGate;
    this.#listening = options;
    this.#announceMs = options.drainSeconds * 1000;
    const handle = app.callback();
    const onRequest = (request: IncomingMessage, response: ServerResponse) => {
      const unanswered = this.#await(request, response);
      if (!unanswered) return;
      if (!isWellFormed(request)) {
        refuseInTurn(response, 'BAD_REQUEST');
      } else if (isAboutHealth(request)) {
        void handle(request, response);
      } else if (loadGate.enter()) {
        unanswered.set(response, true);
        void handle(request, response);
      } else {
        turnAway(request, response);
        meter.requestAnswered({ method: request.method ?? '', route: 'none', status: 503, seconds: 0 });
      }
    };
    this.#server = createServer(limits, onRequest);
    this.#server.maxHeadersCount = 0; // the size limits them; beyond a count Node would hide a second Host
    this.#server.on('checkContinue', onRequest); // the body is asked for once its caller is known
    this.#server.on('checkExpectation', (request, response) => {
      if (this.#await(request, response)) refuseInTurn(response, 'EXPECTATION_FAILED');
    });
    this.#server.on('connect', ({ socket }) => refuse(socket, 'BAD_REQUEST'));
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuse(socket, codeOf(error)));
    this.#server.on('connection', (socket) => {
      const unanswered: Unanswered = new Map();
      this.#connections.set(socket, unanswered);
      socket.once('close', () => {
        // Of several requests on one connection, Node tells the end of the first alone where the caller goes away.
        for (const response of unanswered.keys()) this.#settle(unanswered, response);
        this.#connections.delete(socket);
      });
    });
  }

  /** Counts the answer as one to come; where the connection waits for too many, it ends. */
  #await({ socket }: IncomingMessage, response: ServerResponse): Unanswered | undefined {
    const unanswered = this.#connections.get(socket);
    if (!unanswered || unanswered.size >= MAX_UNANSWERED) {
      socket.destroy();
      return undefined;
    }
    unanswered.set(response, false);
    response.once('close', () => this.#settle(unanswered, response));
    if (this.#health.phase === 'draining') response.shouldKeepAlive = false;
    return unanswered;
  }

  /** The answer was sent, or never will be. */
  #settle(unanswered: Unanswered, response: ServerResponse): void {
    if (unanswered.get(response)) this.#loadGate.leave();
    unanswered.delete(response);
  }

  /**
   * @returns the URL under which it answers on this machine
   * @throws ServiceError ADDRESS_UNUSABLE
   */
  listen(): Promise<string> {
    return listenOn(this.#server, { ...this.#listening, setting: 'PORT' });
  }

  /** Says that it leaves, goes on answering for a while, closes the listener, and waits for what still runs. */
  async drain(): Promise<void> {
    this.#health.phase = 'draining';
    // A request that began before must not keep its connection either.
    for (const unanswered of this.#connections.values()) {
      for (const response of unanswered.keys()) response.shouldKeepAlive = false;
    }
    await pause(this.#announceMs);
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    // Node does not hold a connection for idle on which nothing ever came.
    for (const socket of this.#connections.keys()) if (socket.bytesRead === 0) socket.destroy();
    const deadline = new AbortController();
    await Promise.race([closed, pause(FINISH_WITHIN_MS, undefined, { signal: deadline.signal }).catch(() => {})]);
    deadline.abort();
    this.#server.closeAllConnections();
    await closed;
  }
}

/** What Node's parser lets pass: other versions than it speaks, and targets that are none. */
function isWellFormed(request: IncomingMessage): boolean {
  const { httpVersion, url = '' } = request;
  return (httpVersion === '1.1' || httpVersion === '1.0') && isTarget(url) && namesOneHost(request);
}

/** RFC 9112, section 3.2: a path, a whole URL or an asterisk, and never a fragment. */
function isTarget(url: string): boolean {
  return !url.includes('#') && (url.startsWith('/') || url === '*' || URL.canParse(url));
}

/** RFC 9112, section 3.2: with HTTP/1.1, a request without a Host, or with two, or one that is none, is refused. */
function namesOneHost({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts === 1 ? hostAndPort.test(headers.host ?? '') : hosts === 0 && httpVersion === '1.0';
}

function codeOf({ code }: NodeJS.ErrnoException): ParserErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'BAD_REQUEST';
}

function isAboutHealth({ url }: IncomingMessage): boolean {
  return url === '/health/live' || url === '/health/ready';
}

/** Before any work is done for the request, and with as little as can be. */
function turnAway(request: IncomingMessage, response: ServerResponse): void {
  const { accept, expect } = request.headers;
  const requestId = requestIdOf(request.headers);
  const { status, contentType, body } = answerFailure({ code: 'OVERLOADED', requestId, accept });
  response.writeHead(status, {
    ...securityHeaders,
    'X-Request-Id': requestId,
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
    'Retry-After': '1',
    // A body that was held back may still come, or not: only another connection is safe from it.
    ...(expect === undefined ? {} : { Connection: 'close' }),
  });
  response.end(body);
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
  const collected = begun && headersOf(begun);
  const requestId = collected?.['X-Request-Id'];
  const accept = begun?.req.headers.accept;
  const { status, contentType, body } = answerFailure({ code, accept, ...(requestId && { requestId }) });
  const headers = {
    ...(collected ?? securityHeaders),
    'Content-Type': contentType,
    'Content-Length': Buffer.byteLength(body),
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () => socket.destroySoon());
}
