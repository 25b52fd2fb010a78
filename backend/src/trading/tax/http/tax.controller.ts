import { Body, Controller, Get, HttpCode, Put, Query, StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { DEFAULT_LANGUAGE, type Language } from '../../../platform/domain/index.js';
import { Access, answer, csvAnswer, CurrentActor, PageLanguage, withTotal, type Actor } from '../../../platform/http/index.js';
import { TaxFilesService } from '../tax-files.service.js';
import { TaxReportService } from '../tax-report.service.js';
import {
  depositCostBody,
  listQuery,
  reportQuery,
  yearQuery,
  type DepositCostBody,
  type ListQuery,
  type ReportQuery,
  type YearQuery,
} from './tax.dto.js';
import { presentDeposit, presentLines, presentReport } from './tax.presenter.js';

/** A member's tax report, computed from stored rows. */
@ApiTags('tax')
@Controller('me/tax')
export class TaxController {
  constructor(
    private readonly reports: TaxReportService,
    private readonly files: TaxFilesService,
  ) {}

  @Get('report')
  @Access('member')
  @ApiOperation({ summary: 'My tax report of a year: totals and the first lines' })
  async report(@CurrentActor() { userId }: Actor, @Query({ schema: reportQuery }) query: ReportQuery) {
    return answer('Tax report', presentReport(await this.reports.report(userId, query)));
  }

  @Get('lines')
  @Access('member')
  @ApiOperation({ summary: 'A page of the disposals of a year, or of those with an unknown gain' })
  async lines(@CurrentActor() { userId }: Actor, @Query({ schema: listQuery }) { list, page, ...query }: ListQuery) {
    const { rows, total } = await this.reports.page(userId, query, list, page);
    return withTotal(answer('Lines', presentLines(rows)), total);
  }

  @Get('deposits')
  @Access('member')
  @ApiOperation({ summary: 'Deposits of coins until the end of a year, and what I said they cost; the newest 500' })
  async deposits(@CurrentActor() { userId }: Actor, @Query({ schema: yearQuery }) { year }: YearQuery) {
    return answer('Deposits', (await this.reports.deposits(userId, year)).map(presentDeposit));
  }

  @Put('deposits')
  @Access('member')
  @HttpCode(200)
  @ApiOperation({ summary: 'Says what the coins of a deposit cost; null takes it back' })
  async giveCost(@CurrentActor() { userId }: Actor, @Body({ schema: depositCostBody }) { depositId, cost, acquiredOn }: DepositCostBody) {
    await this.reports.giveCost(userId, depositId, cost === null ? null : { cost, acquiredOn });
    return answer('Saved', null);
  }

  @Get('report.csv')
  @Access('member')
  @ApiOperation({ summary: 'Every line of my tax report as CSV' })
  @ApiProduces('text/csv')
  async csv(@CurrentActor() actor: Actor, @Query({ schema: reportQuery }) query: ReportQuery) {
    return csvAnswer(await this.files.csv(actor, query));
  }

  @Get('report.pdf')
  @Access('member')
  @ApiOperation({ summary: 'My tax report as PDF' })
  @ApiProduces('application/pdf')
  async pdf(@CurrentActor() actor: Actor, @Query({ schema: reportQuery }) query: ReportQuery, @PageLanguage() language: Language | null) {
    const { name, bytes } = await this.files.pdf(actor, query, language ?? DEFAULT_LANGUAGE);
    return new StreamableFile(bytes, { type: 'application/pdf', disposition: `attachment; filename="${name}"` });
  }
}
