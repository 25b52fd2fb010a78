import type { FastifyInstance } from 'fastify';

/** How long the rest of a body may take that nobody wants any more. */
const LINGER_MS = 2_000;

/**
 * Ends connections whose request was answered before its body had come: a form that is too large, or one too many. What still comes is thrown away for a
 * moment, because a connection that is cut at once takes the answer with it; then the sender has to stop.
 */
export function lingerOnUnreadBodies(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.complete && !raw.destroyed) {
      raw.resume();
      const cut = setTimeout(() => raw.complete || raw.destroy(), LINGER_MS).unref();
      raw.once('close', () => clearTimeout(cut));
    }
    done();
  });
}
