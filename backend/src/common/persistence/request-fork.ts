import { AsyncLocalStorage } from 'node:async_hooks';
import { RequestContext, type EntityManager } from '@mikro-orm/core';

/** A request, and the unit of work that it has made use of. */
interface Surroundings {
  em: EntityManager;
  fork?: EntityManager;
}

const requests = new AsyncLocalStorage<Surroundings | undefined>();

/** Which unit of work an EntityManager stands for: that of the job or the lane it is in, or that of the request. For the ORM's `context`. */
export function currentFork(name: string): EntityManager | undefined {
  const inJob = RequestContext.getEntityManager(name);
  if (inJob) return inJob;
  const request = requests.getStore();
  // Outside of the request: a fork asks for its own surroundings while it is made.
  return request && (request.fork ??= requests.run(undefined, () => request.em.fork({ useContext: true })));
}

/** Does what `request` does in a unit of work of its own, made when it first needs one. */
export function withOwnFork(em: EntityManager, request: () => void): void {
  requests.run({ em }, request);
}
