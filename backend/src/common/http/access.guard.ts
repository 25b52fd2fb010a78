import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { AppConfig } from '../../config/index.js';
import { DomainError } from '../domain/domain-error.js';
import { ACCESS_RULE, OPEN_TO_ENROLMENT, STATE_CHANGING_GET, STEP_UP, WITH_OWN_ROW, maySeeSignals, type AccessRule, type AuthenticatedRequest, type StepUpRule } from './access.js';
import { DenialJournal, SessionReader, type Actor } from './access-ports.js';
import type { ErrorWithExtra } from './error-extra.js';

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

/** `Authorization` takes the raw token or `Bearer <token>`; nothing else carries a session: no cookie, no query. */
export function tokenOf(authorization: string | undefined): string | null {
  const token = authorization?.replace(/^Bearer\s+/i, '').trim();
  return token && token.length <= 2048 ? token : null;
}

/** The one gate in front of every handler: deny unless the handler says who may call it. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionReader,
    private readonly config: AppConfig,
    private readonly denials: DenialJournal,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, targets);
    if (!rule) throw new AccessDenied();
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    if (this.reflector.getAllAndOverride<boolean>(STATE_CHANGING_GET, targets)) {
      this.refuseForeignGet(request);
      void http.getResponse<FastifyReply>().header('cache-control', 'no-store');
    }
    if (rule === 'public') return true;

    const token = tokenOf(request.headers.authorization);
    const withOwnRow = this.reflector.getAllAndOverride<boolean>(WITH_OWN_ROW, targets);
    const found = token && withOwnRow ? await this.sessions.readWithOwnRow(token) : null;
    const actor = found?.actor ?? (token && !withOwnRow ? await this.sessions.read(token) : null);
    if (!actor) throw new SignInRequired();
    if (actor.scope === 'enrol' && !this.reflector.getAllAndOverride<boolean>(OPEN_TO_ENROLMENT, targets)) throw new SecondFactorMissing();
    if (!allowed(rule, actor, request)) {
      await this.denials.note(actor, { method: request.method, route: request.routeOptions.url ?? '' });
      throw new AccessDenied();
    }
    const stepUp = this.reflector.getAllAndOverride<StepUpRule | undefined>(STEP_UP, targets);
    if (stepUp && !actor.confirmedJustNow && !(stepUp === 'recent' && actor.signedInJustNow)) throw new StepUpRequired();
    request.actor = actor;
    request.ownRow = found?.ownRow;
    return true;
  }

  /** A page elsewhere can make a browser send a GET by a link, an image or a prefetch; only our own fetch may change state. */
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

function allowed(rule: AccessRule, actor: Actor, request: AuthenticatedRequest): boolean {
  switch (rule) {
    case 'admin':
      return actor.role === 'admin';
    case 'member':
      return actor.role !== 'admin';
    case 'admin-or-owner':
      return actor.role === 'admin' || (request.params as { userId?: string }).userId?.toLowerCase() === actor.userId;
    case 'signals':
      return maySeeSignals(actor);
    default:
      return true;
  }
}
