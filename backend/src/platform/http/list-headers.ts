import type { FastifyInstance } from 'fastify';
import { COUNT_CAP, TOTAL } from './paging.js';
import { LIST, type ListBody } from './simple-rest.js';

/**
 * Sends `X-Total-Count` of paged responses, and `Content-Range` with the bare rows of the console's lists. A Fastify hook: a Nest
 * interceptor would wrap every request of the product in an Observable.
 */
export function sendListHeaders(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', (_request, reply, payload: Partial<ListBody<unknown>> & { [TOTAL]?: number }, done) => {
    const total = payload[TOTAL];
    if (total !== undefined) {
      void reply.header('x-total-count', String(total));
      if (total > COUNT_CAP) void reply.header('x-total-capped', String(COUNT_CAP));
    }
    const list = payload[LIST];
    if (!list || !payload.rows) return done(null, payload);
    const range = payload.rows.length > 0 ? `${list.offset}-${list.offset + payload.rows.length - 1}` : '*';
    void reply.header('content-range', `${list.resource} ${range}/${payload.total}`);
    if (payload.total !== undefined && payload.total > COUNT_CAP) void reply.header('x-total-capped', String(COUNT_CAP));
    done(null, payload.rows);
  });
}
