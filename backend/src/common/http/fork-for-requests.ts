import type { EntityManager } from '@mikro-orm/core';
import type { FastifyInstance } from 'fastify';
import { withOwnFork } from '../persistence/request-fork.js';

/** Each request has a unit of work of its own, made when it first needs one: most of them read by prepared statements alone. */
export function forkForRequests(fastify: FastifyInstance, em: EntityManager): void {
  fastify.addHook('onRequest', (_request, _reply, done) => withOwnFork(em, done));
}
