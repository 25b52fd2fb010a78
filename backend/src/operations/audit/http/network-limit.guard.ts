import { Injectable, type CanActivate, type ExecutionContext, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RateLimits, type LimitName } from '../../../platform/rate-limits/index.js';
import { networkOf } from '../network.js';

/** Returns a guard that counts requests by network against a limit. It throws TooMany. */
export function networkLimitGuard(limit: LimitName): Type<CanActivate> {
  @Injectable()
  class NetworkLimitGuard implements CanActivate {
    constructor(private readonly limits: RateLimits) {}

    async canActivate(context: ExecutionContext): Promise<boolean> {
      const { ip } = context.switchToHttp().getRequest<FastifyRequest>();
      await this.limits.consume(limit, networkOf(ip) ?? 'unknown');
      return true;
    }
  }
  return NetworkLimitGuard;
}
