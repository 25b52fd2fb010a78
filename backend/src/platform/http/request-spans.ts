import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readTraceparent, type OpenSpan, type Tracing } from '../observability/tracing.js';

/** Not traced: monitoring calls them every few seconds. */
const WATCHED = /^\/(health\/|metrics$)/;

/**
 * Opens one span a request: its method, the route's template (never the path: it holds ids, tokens and queries) and the response's status.
 * Register it before all other hooks, so that the span covers them.
 */
export function traceRequests(fastify: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  const within = (request: FastifyRequest, done: () => void) => {
    const span = spans.get(request);
    if (span) span.within(done);
    else done();
  };
  fastify.addHook('onRequest', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url;
    if (route !== undefined && WATCHED.test(route)) return done();
    const span = tracing.open({
      name: route === undefined ? method : `${method} ${route}`,
      kind: 'server',
      facts: { 'http.request.method': method, ...(route !== undefined && { 'http.route': route }) },
      // Not trusted from clients: they could join traces of others and choose what is sampled.
      parent: tracing.trustsTraceparent ? readTraceparent(request.headers['traceparent']) : null,
    });
    spans.set(request, span);
    // `close`, because onResponse is not called when the client disconnects before the response.
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw;
      if (!writableFinished) span.end('aborted');
      else span.end(statusCode >= 500 ? String(statusCode) : null, { 'http.response.status_code': statusCode });
    });
    span.within(done);
  });
  // Reading the body and sending the response leave the asynchronous context of earlier hooks.
  fastify.addHook('preHandler', (request, _reply, done) => within(request, done));
  fastify.addHook('onResponse', (request, _reply, done) => within(request, done));
}
