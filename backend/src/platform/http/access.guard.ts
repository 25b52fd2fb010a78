import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyReply } from 'fastify';
import { AppConfig } from '../config/index.js';
import { DomainError } from '../domain/domain.errors.js';
import { permits } from '../domain/permissions.rules.js';
import {
  ACCESS_RULE,
  OPEN_TO_ENROLMENT,
  STATE_CHANGING_GET,
  STEP_UP,
  LOAD_CURRENT_USER,
  OPEN_TO_OWNER,
  type AccessRule,
  type AuthenticatedRequest,
  type StepUpRule,
} from './access.decorator.js';
import { maySeeSignals } from './signal-readers.policy.js';
import { DenialJournal, SessionReader, type Actor } from './session-reader.port.js';
import type { ErrorWithExtra } from './error-extra.types.js';
import { SESSION_STRATEGY, type AuthenticatedSession, type SessionAuthenticateOptions } from './session.strategy.js';

class SignInRequired extends DomainError {
  constructor() {
    super('unauthenticated', 'session.required', 'Please sign in');
  }
}

class AccessDenied extends DomainError {
  constructor() {
    super('forbidden', 'access.denied', 'You are not allowed to do this');
  }
}

class SecondFactorMissing extends DomainError implements ErrorWithExtra {
  readonly extra = { enrolmentRequired: true };

  constructor() {
    super('forbidden', 'access.second-factor-missing', 'Please set up a second factor first');
  }
}

/** The client asks for the password or a code, calls POST /auth/step-up, and tries again. */
export class StepUpRequired extends DomainError implements ErrorWithExtra {
  readonly extra = { stepUp: true };

  constructor() {
    super('forbidden', 'access.step-up-required', 'Please confirm that it is you');
  }
}

/** Requirements that a handler and its class declare by decorators. */
interface Requirements {
  rule: AccessRule | undefined;
  changesState: boolean;
  loadCurrentUser: boolean;
  openToEnrolment: boolean;
  openToOwner: boolean;
  stepUp: StepUpRule | undefined;
}

/** Authenticates every request and refuses it unless the handler's `@Access` admits the caller. A handler without `@Access` is refused. */
@Injectable()
export class AccessGuard extends AuthGuard(SESSION_STRATEGY) implements CanActivate {
  private readonly known = new Map<unknown, Map<unknown, Requirements>>();

  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionReader,
    private readonly config: AppConfig,
    private readonly denials: DenialJournal,
  ) {
    super();
  }

  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const requirements = this.requirementsOf(context);
    const { rule, changesState } = requirements;
    if (!rule || (rule !== 'public' && context.getType() !== 'http')) throw new AccessDenied();
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    if (changesState) {
      this.refuseForeignGet(request);
      void http.getResponse<FastifyReply>().header('cache-control', 'no-store');
    }
    return rule === 'public' || this.admit(context, request, rule, requirements);
  }

  override getAuthenticateOptions(context: ExecutionContext): SessionAuthenticateOptions {
    return { session: false, sessions: this.sessions, loadCurrentUser: this.requirementsOf(context).loadCurrentUser };
  }

  /** Passport adds a dozen properties to the object it is given. This one keeps them off Fastify's request. */
  override getRequest(context: ExecutionContext): Pick<AuthenticatedRequest, 'headers'> {
    return { headers: context.switchToHttp().getRequest<AuthenticatedRequest>().headers };
  }

  /** Called by AuthGuard with the result of SessionStrategy. */
  override handleRequest<Session = AuthenticatedSession>(
    error: Error | null,
    session: Session | false,
    _info: unknown,
    context: ExecutionContext,
  ): Session {
    if (error) throw error;
    if (!session) throw new SignInRequired();
    Object.assign(context.switchToHttp().getRequest<AuthenticatedRequest>(), session);
    return session;
  }

  private async admit(
    context: ExecutionContext,
    request: AuthenticatedRequest,
    rule: AccessRule,
    { openToEnrolment, openToOwner, stepUp }: Requirements,
  ): Promise<true> {
    await super.canActivate(context);
    const actor = request.actor!;
    if (actor.scope === 'enrol' && !openToEnrolment) throw new SecondFactorMissing();
    if (!allowed(rule, actor) && !(openToOwner && isOwner(actor, request))) {
      await this.denials.note(actor, { method: request.method, route: request.routeOptions.url ?? '' });
      throw new AccessDenied();
    }
    if (stepUp && !actor.recentlyReauthenticated && !(stepUp === 'recent' && actor.recentlyAuthenticated)) throw new StepUpRequired();
    return true;
  }

  /** Cached by class and handler: reading the decorators costs as much as verifying a session token. */
  private requirementsOf(context: ExecutionContext): Requirements {
    const [handler, controller] = [context.getHandler(), context.getClass()];
    let ofController = this.known.get(controller);
    if (!ofController) {
      ofController = new Map<unknown, Requirements>();
      this.known.set(controller, ofController);
    }
    let requirements = ofController.get(handler);
    if (!requirements) {
      const declared = <T>(key: string) => this.reflector.getAllAndOverride<T | undefined>(key, [handler, controller]);
      requirements = {
        rule: declared<AccessRule>(ACCESS_RULE),
        changesState: declared<boolean>(STATE_CHANGING_GET) ?? false,
        loadCurrentUser: declared<boolean>(LOAD_CURRENT_USER) ?? false,
        openToEnrolment: declared<boolean>(OPEN_TO_ENROLMENT) ?? false,
        openToOwner: declared<boolean>(OPEN_TO_OWNER) ?? false,
        stepUp: declared<StepUpRule>(STEP_UP),
      };
      ofController.set(handler, requirements);
    }
    return requirements;
  }

  /** Refuses a state-changing GET that a foreign page made the browser send by a link, an image or a prefetch. */
  private refuseForeignGet(request: AuthenticatedRequest): void {
    const header = (name: string) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    };
    const dest = header('sec-fetch-dest');
    const mode = header('sec-fetch-mode');
    const origin = header('origin');
    const foreign =
      (dest !== undefined && dest !== 'empty') ||
      (mode !== undefined && mode !== 'cors' && mode !== 'same-origin') ||
      header('sec-purpose') !== undefined ||
      (origin !== undefined && !this.isOurs(origin, header('host')));
    if (foreign) throw new AccessDenied();
  }

  private isOurs(origin: string, host: string | undefined): boolean {
    return origin === new URL(this.config.publicUrl).origin || (URL.canParse(origin) && new URL(origin).host === host);
  }
}

function allowed(rule: AccessRule, actor: Actor): boolean {
  switch (rule) {
    case 'public':
    case 'session':
      return true;
    case 'member':
      return actor.role !== 'admin';
    case 'signals':
      return maySeeSignals(actor);
    default:
      return permits(actor.teamRole, rule);
  }
}

function isOwner({ userId }: Actor, { params }: AuthenticatedRequest): boolean {
  return (params as { userId?: string }).userId?.toLowerCase() === userId;
}
