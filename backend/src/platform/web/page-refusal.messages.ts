import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, TooMany } from '../domain/index.js';
import { statusOf } from '../http/index.js';

/** Answers an expected failure of a page's route as a text: no API answers here. Everything else goes on to the server's own handler. */
export function refusePlainly(error: FastifyError, _: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof DomainError)) throw error;
  if (error instanceof TooMany) void reply.header('retry-after', error.retryAfterSeconds);
  void reply.status(statusOf[error.kind]).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(error.message);
}
