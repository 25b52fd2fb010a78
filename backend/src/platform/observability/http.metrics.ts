import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Histogram } from 'prom-client';
import { metricsRegistry } from './metrics.js';

const duration = new Histogram({
  name: 'tidemark_http_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.1, 0.3, 1, 3, 10],
  registers: [metricsRegistry],
});

/** Counts responses by route (never by path: ids would create a series each) and logs writes and failures. */
export function countRequests(fastify: FastifyInstance, log: Logger): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    const quiet = request.method === 'GET' && reply.statusCode < 500;
    const level = quiet ? 'debug' : 'info';
    if (log.isLevelEnabled(level))
      log[level](
        { requestId: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        'answered',
      );
    done();
  });
}
