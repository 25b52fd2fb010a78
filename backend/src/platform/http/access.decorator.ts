import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Permission } from '../domain/permissions.rules.js';
import type { Actor } from './session-reader.port.js';

/**
 * Callers that a handler admits. A permission admits the people of the team whose role holds it. `signals` admits holders of
 * `signals.read` and trade club members who paid. AccessGuard refuses handlers without this decorator.
 */
export type AccessRule = 'public' | 'session' | 'member' | 'signals' | Permission;

export const ACCESS_RULE = 'tidemark:access';
export const OPEN_TO_OWNER = 'tidemark:open-to-owner';
export const STATE_CHANGING_GET = 'tidemark:state-changing-get';
export const STEP_UP = 'tidemark:step-up';
export const OPEN_TO_ENROLMENT = 'tidemark:open-to-enrolment';
export const LOAD_CURRENT_USER = 'tidemark:load-current-user';

/** `orOwner`: a permission's handler also admits the user whom the route parameter `userId` names. */
export const Access = (rule: AccessRule, { orOwner = false } = {}) =>
  applyDecorators(SetMetadata(ACCESS_RULE, rule), SetMetadata(OPEN_TO_OWNER, orOwner));

/** Marks the specification's GETs that change state: guarded against links, images, prefetching and foreign origins (security T1). */
export const StateChangingGet = () => SetMetadata(STATE_CHANGING_GET, true);

/**
 * Requires a recent authentication, so that a stolen token does not suffice (security 3.8). `recent`: signed in, or confirmed by password
 * or factor, within five minutes. `explicit`: confirmed within five minutes; a sign-in does not count.
 */
export type StepUpRule = 'recent' | 'explicit';

export const StepUp = (rule: StepUpRule = 'recent') => SetMetadata(STEP_UP, rule);

/** Admits admins who still have to set up a second factor. */
export const AllowDuringMfaSetup = () => SetMetadata(OPEN_TO_ENROLMENT, true);

/** Loads the user's profile columns with the session, in one statement. */
export const LoadCurrentUser = () => SetMetadata(LOAD_CURRENT_USER, true);

/** `currentUserRow`: the user's profile columns, for handlers marked with LoadCurrentUser. */
export type AuthenticatedRequest = FastifyRequest & { actor?: Actor; currentUserRow?: unknown };

/** Parameter: the actor, in a handler whose rule is not `public`. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!actor) throw new Error('CurrentActor needs a handler that requires a session');
  return actor;
});
