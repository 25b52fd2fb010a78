import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** Helmet's headers, computed once: its Fastify plugin computes them for every response. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  let problem: Error | undefined = new Error('helmet did not finish');
  helmet(options)({} as never, response as never, (error?: unknown) => (problem = error as Error | undefined));
  if (problem) throw problem;
  return headers;
}

/** Sets the security headers of every response (security section 2). A handler may add its own. */
export function sendSafeHeaders(fastify: FastifyInstance, options: HelmetOptions): void {
  const headers = headersOf(options);
  fastify.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
}
