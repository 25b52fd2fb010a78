import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metricsRegistry } from '../../platform/observability/metrics.js';
import type { ReadinessProbeService } from './readiness-probe.service.js';

interface Answer {
  status: number;
  type: string;
  body: string;
}

const json = (status: number, body: object): Answer => ({ status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) });

/** Serves a worker's health checks and metrics over HTTP, at the same paths as the API. */
export class WorkerHealthServer {
  private readonly server: Server;

  constructor(private readonly probe: Pick<ReadinessProbeService, 'check'>) {
    this.server = createServer((request, response) => void this.answer(request, response).catch(() => response.destroy()));
  }

  /** Starts listening and returns the port; 0 takes a free one. Rejects with the system error when it cannot listen. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((done, failed) => {
      this.server.once('error', failed);
      this.server.listen(port, host, () => done((this.server.address() as AddressInfo).port));
    });
  }

  close(): Promise<void> {
    return new Promise((done) => {
      this.server.close(() => done());
      this.server.closeAllConnections();
    });
  }

  private async answer({ method, url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, type, body } =
      method === 'GET' ? await this.read(url.split('?')[0]!) : json(405, { message: 'Only GET is answered here' });
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  }

  private async read(path: string): Promise<Answer> {
    if (path === '/health/live') return json(200, { status: 'ok' });
    if (path === '/metrics') return { status: 200, type: metricsRegistry.contentType, body: await metricsRegistry.metrics() };
    if (path !== '/health/ready') return json(404, { message: 'There is nothing at this address' });
    const readiness = await this.probe.check();
    return json(readiness.ready ? 200 : 503, readiness);
  }
}
