import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor, Standing } from './access-ports.js';

/**
 * Who may call a handler. `admin-or-owner` compares the route parameter `userId` with the actor; `signals` is admins and trade club members who paid.
 * Handlers without this decorator are refused by AccessGuard.
 */
export type AccessRule = 'public' | 'session' | 'member' | 'admin' | 'admin-or-owner' | 'signals';

/** One rule for the list of signals and for the live topic that tells of new ones. */
export const maySeeSignals = ({ role, paid }: Standing): boolean => role === 'admin' || (role === 'trade club' && paid);

export const ACCESS_RULE = 'tidemark:access';
export const STATE_CHANGING_GET = 'tidemark:state-changing-get';
export const STEP_UP = 'tidemark:step-up';
export const OPEN_TO_ENROLMENT = 'tidemark:open-to-enrolment';
export const WITH_OWN_ROW = 'tidemark:with-own-row';

export const Access = (rule: AccessRule) => SetMetadata(ACCESS_RULE, rule);

/** Marks the specification's GETs that change state: guarded against links, images, prefetching and foreign origins (security T1). */
export const StateChangingGet = () => SetMetadata(STATE_CHANGING_GET, true);

/**
 * Acts that a stolen token must not suffice for (security 3.8). `recent`: signed in, or confirmed by password or factor, within five minutes.
 * `explicit`: confirmed within five minutes, a sign-in does not count.
 */
export type StepUpRule = 'recent' | 'explicit';

export const StepUp = (rule: StepUpRule = 'recent') => SetMetadata(STEP_UP, rule);

/** Handlers that an admin without a second factor may call where one is required. */
export const OpenToEnrolment = () => SetMetadata(OPEN_TO_ENROLMENT, true);

/** For what every page asks first: the statement that reads the session brings the user's own columns too, and the handler needs none of its own. */
export const WithOwnRow = () => SetMetadata(WITH_OWN_ROW, true);

/** `ownRow`: what the SessionReader read of the user, where the handler is marked with WithOwnRow. */
export type AuthenticatedRequest = FastifyRequest & { actor?: Actor; ownRow?: unknown };

/** The actor of a handler whose rule is not `public`. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!actor) throw new Error('CurrentActor needs a handler that requires a session');
  return actor;
});
