import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer } from '../../../platform/http/index.js';
import type { ExchangeLimitWire } from '../../../platform/wire/index.js';
import { LimitsReader } from '../limits.reader.js';

/** How much of the exchanges' limits is used, and which of them told us to wait. */
@ApiTags('admin')
@Controller('admin/exchange-limits')
export class LimitsAdminController {
  constructor(private readonly limits: LimitsReader) {}

  @Get()
  @Access('sync.read')
  @ApiOperation({ summary: 'Limits of the exchanges: closed ones first' })
  async list() {
    const scopes = await this.limits.list();
    return answer(
      'Exchange limits',
      scopes.map(({ venue, name, closedUntil, reason, used, limit }): ExchangeLimitWire => ({
        venue,
        scope: name,
        closedUntil: closedUntil?.toISOString() ?? null,
        reason,
        used,
        limit,
      })),
    );
  }
}
