import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { AuthenticatedRequest } from '../../../platform/http/index.js';
import { ErasuresService } from '../erasure/erasures.service.js';
import { ProcessingRestricted } from '../privacy.errors.js';

/** Routes that restricted members may still use: authentication, requests about their own data, and reading notices. */
const OPEN = /^\/api\/v1\/(auth|me\/(export|erasure|notification-preferences|notifications))(\/|$)/;

/**
 * Refuses writes of members whose erasure request is open (GDPR, article 18). Reading stays allowed. Runs after the access guard, which
 * authenticates. Not an interceptor: one costs every request of the API a tenth of its time.
 */
@Injectable()
export class RestrictionGuard implements CanActivate {
  constructor(private readonly erasures: ErasuresService) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const { method, actor, routeOptions } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (method === 'GET' || actor === undefined || actor.role === 'admin' || OPEN.test(routeOptions.url ?? '')) return true;
    return this.refuseRestricted(actor.userId);
  }

  private async refuseRestricted(userId: string): Promise<true> {
    if (await this.erasures.isRestricted(userId)) throw new ProcessingRestricted();
    return true;
  }
}
