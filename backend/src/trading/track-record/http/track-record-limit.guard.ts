import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../../operations/audit/index.js';
import { RateLimits, type LimitName } from '../../../platform/rate-limits/index.js';

/** `Cache-Control` of the record: as long as the server caches it. */
export const BRIEFLY = 'public, max-age=30';

abstract class LimitGuard implements CanActivate {
  protected abstract readonly limit: LimitName;

  constructor(private readonly limits: RateLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { ip } = context.switchToHttp().getRequest<FastifyRequest>();
    await this.limits.consume(this.limit, networkOf(ip) ?? 'unknown');
    return true;
  }
}

/** Limits reads of the public track record, per network. */
@Injectable()
export class TrackRecordLimitGuard extends LimitGuard {
  protected readonly limit = 'trackRecordNetwork';

  constructor(limits: RateLimits) {
    super(limits);
  }
}

/** Limits downloads of its files, which are more expensive. */
@Injectable()
export class TrackRecordFileGuard extends LimitGuard {
  protected readonly limit = 'trackRecordFileNetwork';

  constructor(limits: RateLimits) {
    super(limits);
  }
}
