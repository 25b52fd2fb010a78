import { AsyncLocalStorage } from 'node:async_hooks';
import { RequestContext, type EntityManager } from '@mikro-orm/core';
import type { FastifyInstance } from 'fastify';

/** A request and its unit of work, which exists once it was needed. */
interface RequestScope {
  em: EntityManager;
  fork?: EntityManager;
}

const requests = new AsyncLocalStorage<RequestScope | undefined>();

/** Returns the unit of work of the running job or request. For the ORM's `context`. */
export function currentEntityManager(name: string): EntityManager | undefined {
  const inJob = RequestContext.getEntityManager(name);
  if (inJob) return inJob;
  const request = requests.getStore();
  // Forks outside of the request: fork() itself asks for the current entity manager.
  return request && (request.fork ??= requests.run(undefined, () => request.em.fork({ useContext: true })));
}

/** Gives each request a unit of work, forked at first use: most requests only read through prepared statements and need none. */
export function registerRequestContext(fastify: FastifyInstance, em: EntityManager): void {
  fastify.addHook('onRequest', (_request, _reply, done) => requests.run({ em }, done));
}
