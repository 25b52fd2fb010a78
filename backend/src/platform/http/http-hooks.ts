import type { FastifyInstance } from 'fastify';
import { DomainError, InvalidInput, type FieldError } from '../domain/domain.errors.js';
import { registerJsonBodies } from './json-body.reader.js';
import { rejectExpectation } from './http-parse-errors.js';
import { sendListHeaders } from './list-headers.js';
import { unstorableField, isStorable } from './input-sanity.js';
import { lingerOnUnreadBodies } from './lingering-close.js';
import { translateMessages } from './message-language.presenter.js';

/** Registers the hooks of every request and response, independent of the handler. */
export function registerHttpHooks(fastify: FastifyInstance): void {
  registerJsonBodies(fastify);
  fastify.server.on('checkExpectation', rejectExpectation);
  // Nothing may be cached unless the handler says so.
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
  translateMessages(fastify);
  lingerOnUnreadBodies(fastify);
}

/** Answers 404 to a path parameter that PostgreSQL cannot store: no record has such an id. */
function addressProblem(params: Record<string, string> = {}): Error | undefined {
  return Object.values(params).every(isStorable)
    ? undefined
    : new DomainError('not-found', 'address.unknown', 'There is nothing at this address');
}

/** Refuses repeated query parameters: every parameter is one text. */
function queryProblem(query: Record<string, unknown> = {}): Error | undefined {
  const problems = Object.entries(query).flatMap(([name, value]): FieldError[] => {
    const field = isStorable(name) ? name.slice(0, 100) : 'query';
    if (typeof value !== 'string') return [{ field, message: `${field} may be given once` }];
    return isStorable(name) && isStorable(value) ? [] : [unstorableField(field)];
  });
  return problems.length > 0 ? new InvalidInput(problems.slice(0, 20)) : undefined;
}
