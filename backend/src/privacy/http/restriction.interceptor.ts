import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { AuthenticatedRequest } from '../../common/http/index.js';
import { Erasures } from '../erasure/erasures.service.js';
import { ProcessingRestricted } from '../privacy.errors.js';

/** What somebody who asked to be erased may still change: how they get in, and what becomes of their data. */
const OPEN = /^\/api\/v1\/(auth|me\/(export|erasure|mail-preferences))(\/|$)/;

/** While a request to be erased is open, its member's data is kept and nothing new is taken in (GDPR, article 18). Reading stays open. */
@Injectable()
export class RestrictionInterceptor implements NestInterceptor {
  constructor(private readonly erasures: Erasures) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { method, actor, routeOptions } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const changes = method !== 'GET' && actor !== undefined && actor.role !== 'admin' && !OPEN.test(routeOptions.url ?? '');
    if (changes && (await this.erasures.isRestricted(actor.userId))) throw new ProcessingRestricted();
    return next.handle();
  }
}
