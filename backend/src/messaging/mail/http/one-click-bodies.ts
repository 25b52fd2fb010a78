import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../../platform/domain/index.js';

const ONE_CLICK = '/api/v1/public/unsubscribe/:token';
const LONGEST = 4096;

/**
 * Mail programs and the unsubscribe page send a form (RFC 8058), which this one address takes and does not look at. Everywhere else such a
 * body is refused as before: a browser sends it across sites without asking (security T1).
 */
export function takeOneClickBodies(fastify: FastifyInstance): void {
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer', bodyLimit: LONGEST }, (request, _body, done) => {
    if (request.routeOptions.url === ONE_CLICK) done(null);
    else done(new DomainError('unsupported', 'body.unsupported', 'Send the fields as JSON, with the content type application/json'));
  });
}
