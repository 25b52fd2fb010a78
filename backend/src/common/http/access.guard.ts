import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { AppConfig } from '../../config/index.js';
import { DomainError } from '../domain/domain-error.js';
import {
  ACCESS_RULE,
  OPEN_TO_ENROLMENT,
  STATE_CHANGING_GET,
  STEP_UP,
  WITH_OWN_ROW,
  maySeeSignals,
  type AccessRule,
  type AuthenticatedRequest,
  type StepUpRule,
} from './access.js';
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

/** What a handler asks of its callers, by its decorators and those of its class. */
interface Demands {
  rule: AccessRule | undefined;
  changesState: boolean;
  withOwnRow: boolean;
  openToEnrolment: boolean;
  stepUp: StepUpRule | undefined;
}

/** The one gate in front of every handler: deny unless the handler says who may call it. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly known = new Map<unknown, Map<unknown, Demands>>();

  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionReader,
    private readonly config: AppConfig,
    private readonly denials: DenialJournal,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const demands = this.demandsOf(context);
    const { rule, changesState } = demands;
    if (!rule) throw new AccessDenied();
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    if (changesState) {
      this.refuseForeignGet(request);
      void http.getResponse<FastifyReply>().header('cache-control', 'no-store');
    }
    return rule === 'public' || this.admit(request, rule, demands);
  }

  private async admit(request: AuthenticatedRequest, rule: AccessRule, { withOwnRow, openToEnrolment, stepUp }: Demands): Promise<true> {
    const token = tokenOf(request.headers.authorization);
    const found = token && withOwnRow ? await this.sessions.readWithOwnRow(token) : null;
    const actor = found?.actor ?? (token && !withOwnRow ? await this.sessions.read(token) : null);
    if (!actor) throw new SignInRequired();
    if (actor.scope === 'enrol' && !openToEnrolment) throw new SecondFactorMissing();
    if (!allowed(rule, actor, request)) {
      await this.denials.note(actor, { method: request.method, route: request.routeOptions.url ?? '' });
      throw new AccessDenied();
    }
    if (stepUp && !actor.confirmedJustNow && !(stepUp === 'recent' && actor.signedInJustNow)) throw new StepUpRequired();
    request.actor = actor;
    request.ownRow = found?.ownRow;
    return true;
  }

  /** Looking for them anew with every request would cost as much as checking the session's token does. */
  private demandsOf(context: ExecutionContext): Demands {
    const [handler, controller] = [context.getHandler(), context.getClass()];
    let ofController = this.known.get(controller);
    if (!ofController) {
      ofController = new Map<unknown, Demands>();
      this.known.set(controller, ofController);
    }
    let demands = ofController.get(handler);
    if (!demands) {
      const said = <T>(key: string) => this.reflector.getAllAndOverride<T | undefined>(key, [handler, controller]);
      demands = {
        rule: said<AccessRule>(ACCESS_RULE),
        changesState: said<boolean>(STATE_CHANGING_GET) ?? false,
        withOwnRow: said<boolean>(WITH_OWN_ROW) ?? false,
        openToEnrolment: said<boolean>(OPEN_TO_ENROLMENT) ?? false,
        stepUp: said<StepUpRule>(STEP_UP),
      };
      ofController.set(handler, demands);
    }
    return demands;
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
