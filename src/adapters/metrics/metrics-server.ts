import { createServer, type Server } from 'node:http';
import { Registry } from 'prom-client';
import { listenOn } from '../listen.ts';

interface MetricsServerOptions {
  readonly host: string;
  readonly port: number;
  /** The metrics in Prometheus's text format. */
  readonly text: () => Promise<string>;
}

/** GET /metrics for Prometheus, on a port that callers have no business with. */
export class MetricsServer {
  readonly #options: MetricsServerOptions;
  readonly #server: Server;

  constructor(options: MetricsServerOptions) {
    this.#options = options;
    this.#server = createServer(async ({ method, url }, response) => {
      if (method !== 'GET' || url !== '/metrics') {
        response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Metrics are at GET /metrics.\n');
        return;
      }
      try {
        const body = await options.text();
        response.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(body);
      } catch (error) {
        response.writeHead(503, { 'Content-Type': 'text/plain' }).end(`No metrics now: ${String(error)}.\n`);
      }
    });
  }

  /**
   * @returns where they are
   * @throws ServiceError ADDRESS_UNUSABLE
   */
  async listen(): Promise<string> {
    const { host, port } = this.#options;
    return `${await listenOn(this.#server, { host, port, setting: 'METRICS_PORT' })}/metrics`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
