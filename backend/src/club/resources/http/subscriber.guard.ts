import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { AuthenticatedRequest } from '../../../platform/http/index.js';
import { maySeeResources, NotSubscribed } from '../subscription.policy.js';

/** Lets subscribers through; stands behind the access guard, which has read the session. */
@Injectable()
export class SubscriberGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { actor } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (!actor || !maySeeResources(actor)) throw new NotSubscribed();
    return true;
  }
}
