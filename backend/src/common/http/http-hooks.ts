import type { FastifyInstance } from 'fastify';
import { DomainError, InvalidInput, type FieldError } from '../domain/domain-error.js';
import { registerJsonBodies } from './json-body.js';
import { rejectExpectation } from './http-parse-errors.js';
import { sendListHeaders } from './list-headers.js';
import { unstorableField, isStorable } from './input-sanity.js';
import { lingerOnUnreadBodies } from './lingering-close.js';

/** What holds for every request and answer, whichever handler it is for. */
export function registerHttpHooks(fastify: FastifyInstance): void {
  registerJsonBodies(fastify);
  fastify.server.on('checkExpectation', rejectExpectation);
  // Whoever may keep an answer says so; nobody keeps one by default.
  fastify.addHook('onRequest', (_request, reply, done) => {
    void reply.header('cache-control', 'no-store');
    done();
  });
  fastify.addHook('preValidation', (request, _reply, done) => {
    done(
      addressProblem(request.params as Record<string, string> | undefined) ??
        queryProblem(request.query as Record<string, unknown> | undefined),
    );
  });
  sendListHeaders(fastify);
  lingerOnUnreadBodies(fastify);
}

/** A record cannot have an id that cannot be stored. */
function addressProblem(params: Record<string, string> = {}): Error | undefined {
  return Object.values(params).every(isStorable)
    ? undefined
    : new DomainError('not-found', 'address.unknown', 'There is nothing at this address');
}

/** Every parameter of the product is one text. */
function queryProblem(query: Record<string, unknown> = {}): Error | undefined {
  const problems = Object.entries(query).flatMap(([name, value]): FieldError[] => {
    const field = isStorable(name) ? name.slice(0, 100) : 'query';
    if (typeof value !== 'string') return [{ field, message: `${field} may be given once` }];
    return isStorable(name) && isStorable(value) ? [] : [unstorableField(field)];
  });
  return problems.length > 0 ? new InvalidInput(problems.slice(0, 20)) : undefined;
}
