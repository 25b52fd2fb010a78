import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../../operations/audit/index.js';
import { RateLimits } from '../../../platform/rate-limits/index.js';

/** Limits reads of events by visitors, per network. */
@Injectable()
export class CalendarLimitGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { ip } = context.switchToHttp().getRequest<FastifyRequest>();
    await this.limits.consume('calendarNetwork', networkOf(ip) ?? 'unknown');
    return true;
  }
}
