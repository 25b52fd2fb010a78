import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readTraceparent, type OpenSpan, type Tracing } from '../observability/tracing.js';

/** Asked every few seconds by whoever watches: a trace of each would bury the others. */
const WATCHED = /^\/(health\/|metrics$)/;

/** One span a request: its method, the template of its route (never the address: that holds ids, tokens and queries) and the status of its answer. Registered before all other hooks, so that theirs is part of it. */
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
      // What a client says is not believed: it could sew its requests into traces of others, and choose what is sampled.
      parent: tracing.trustsTraceparent ? readTraceparent(request.headers['traceparent']) : null,
    });
    spans.set(request, span);
    // `close`, not onResponse: that is not called for who has gone away before the answer.
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw;
      if (!writableFinished) span.end('aborted');
      else span.end(statusCode >= 500 ? String(statusCode) : null, { 'http.response.status_code': statusCode });
    });
    span.within(done);
  });
  // Reading the body leaves the asynchronous context that an earlier hook has opened, and so does sending the answer.
  fastify.addHook('preHandler', (request, _reply, done) => within(request, done));
  fastify.addHook('onResponse', (request, _reply, done) => within(request, done));
}
