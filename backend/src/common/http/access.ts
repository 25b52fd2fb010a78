import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from './access-ports.js';

/**
 * Who may call a handler. `admin-or-owner` compares the route parameter `userId` with the actor.
 * Handlers without this decorator are refused by AccessGuard.
 */
export type AccessRule = 'public' | 'session' | 'member' | 'admin' | 'admin-or-owner';

export const ACCESS_RULE = 'tidemark:access';
export const STATE_CHANGING_GET = 'tidemark:state-changing-get';

export const Access = (rule: AccessRule) => SetMetadata(ACCESS_RULE, rule);

/** Marks the specification's GETs that change state: guarded against links, images, prefetching and foreign origins (security T1). */
export const StateChangingGet = () => SetMetadata(STATE_CHANGING_GET, true);

export type AuthenticatedRequest = FastifyRequest & { actor?: Actor };

/** The actor of a handler whose rule is not `public`. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!actor) throw new Error('CurrentActor needs a handler that requires a session');
  return actor;
});
