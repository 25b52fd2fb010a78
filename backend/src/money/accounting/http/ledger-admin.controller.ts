import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Access, csvAnswer, CurrentActor, StepUp, type Actor } from '../../../platform/http/index.js';
import { LedgerExportService } from '../ledger-export.service.js';
import { ledgerPeriod, type LedgerPeriod } from '../ledger-period.schema.js';

/** The ledger as files for accountants. */
@ApiTags('admin')
@Controller('admin')
export class LedgerAdminController {
  constructor(private readonly exports: LedgerExportService) {}

  @Get('ledger.csv')
  @Access('invoices.export')
  @StepUp('recent')
  @ApiOperation({ summary: 'The general journal of a period as a table, one row a posting' })
  @ApiProduces('text/csv')
  async csv(@CurrentActor() actor: Actor, @Query({ schema: ledgerPeriod }) period: LedgerPeriod) {
    return csvAnswer(await this.exports.download(actor, 'csv', period));
  }

  @Get('ledger.journal')
  @Access('invoices.export')
  @StepUp('recent')
  @ApiOperation({ summary: 'The general journal of a period in the format of hledger and Ledger' })
  @ApiProduces('text/plain')
  async journal(@CurrentActor() actor: Actor, @Query({ schema: ledgerPeriod }) period: LedgerPeriod) {
    const { name, content } = await this.exports.download(actor, 'journal', period);
    return new StreamableFile(content, { type: 'text/plain; charset=utf-8', disposition: `attachment; filename="${name}"` });
  }
}
