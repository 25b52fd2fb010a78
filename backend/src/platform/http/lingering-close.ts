import type { FastifyInstance } from 'fastify';

/** How long the rest of an unwanted body may take. */
const LINGER_MS = 2_000;

/**
 * Closes connections whose request was answered before its body had arrived, such as a form that is too large. The rest is read and
 * discarded for a moment first: closing at once would reset the connection and lose the response.
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
