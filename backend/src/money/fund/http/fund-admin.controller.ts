import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { DEFAULT_LANGUAGE, type Language } from '../../../platform/domain/index.js';
import {
  Access,
  answer,
  csvAnswer,
  CurrentActor,
  idParam,
  listAnswer,
  PageLanguage,
  pageQuery,
  parseListQuery,
  StepUp,
  withTotal,
  type Actor,
  type Page,
} from '../../../platform/http/index.js';
import type { FundBookWire } from '../../../platform/wire/index.js';
import { FundDryRunReader } from '../fund-dry-run.reader.js';
import { FundInvoicingService } from '../fund-invoicing.service.js';
import { FundMandateReaderRepository } from '../fund-mandate-reader.repository.js';
import { FundReader } from '../fund.reader.js';
import { MandatesService, type ActingAdmin } from '../mandates.service.js';
import { StatementFilesService } from '../statement-files.service.js';
import { StatementViewsReader } from '../statement-views.reader.js';
import { declineBody, mandateListRules, orderBody } from './fund-admin.dto.js';
import { pdfAnswer } from './fund.controller.js';
import { presentDetail, presentDryRun, presentListed } from './fund.presenter.js';

const RESOURCE = 'fund-mandates';
const mandateId = idParam('mandate');

/** The fund in the console: mandates, the book of clients, and the invoices of fees. */
@ApiTags('admin')
@Controller('admin')
export class FundAdminController {
  constructor(
    private readonly list: FundMandateReaderRepository,
    private readonly reader: FundReader,
    private readonly mandates: MandatesService,
    private readonly dryRun: FundDryRunReader,
    private readonly invoicing: FundInvoicingService,
    private readonly files: StatementFilesService,
    private readonly views: StatementViewsReader,
  ) {}

  @Get('fund-book')
  @Access('fund.read')
  @ApiOperation({ summary: 'Sums over all running mandates' })
  async book() {
    const book: FundBookWire = await this.list.findBook();
    return answer('The book of clients', book);
  }

  @Get(RESOURCE)
  @Access('fund.read')
  async page(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, mandateListRules);
    const { rows, total } = await this.list.findPage(parsed);
    return listAnswer(RESOURCE, { rows: rows.map(presentListed), total }, parsed.offset);
  }

  @Get(`${RESOURCE}/:id`)
  @Access('fund.read')
  async one(@Param('id', { schema: mandateId }) id: string) {
    return this.detail(id);
  }

  @Get(`${RESOURCE}/:id/statements/:period/pdf`)
  @Access('fund.read')
  @ApiProduces('application/pdf')
  async statementPdf(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: mandateId }) id: string,
    @Param('period') period: string,
    @PageLanguage() language: Language | null,
  ) {
    return pdfAnswer(await this.files.pdf(actor, id, period, language ?? DEFAULT_LANGUAGE));
  }

  @Get(`${RESOURCE}/:id/statements/:period/csv`)
  @Access('fund.read')
  @ApiProduces('text/csv')
  async statementCsv(@CurrentActor() actor: Actor, @Param('id', { schema: mandateId }) id: string, @Param('period') period: string) {
    return csvAnswer(await this.files.csv(actor, id, period));
  }

  @Get(`${RESOURCE}/:id/statements/:period/returns`)
  @Access('fund.read')
  async statementReturns(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: mandateId }) id: string,
    @Param('period') period: string,
    @Query({ schema: pageQuery }) page: Page,
  ) {
    const { rows, total } = await this.views.linksOf(userId, id, period, page);
    return withTotal(answer('The parts of these returns', rows), total);
  }

  @Post(`${RESOURCE}/:id/countersign`)
  @HttpCode(200)
  @Access('fund.manage')
  @StepUp('recent')
  @ApiOperation({ summary: 'Countersigns a mandate, which starts at the next 00:00 UTC' })
  async countersign(@CurrentActor() actor: Actor, @Param('id', { schema: mandateId }) id: string) {
    await this.mandates.countersign(id, adminOf(actor));
    return answer('The mandate is countersigned', await this.detail(id));
  }

  @Post(`${RESOURCE}/:id/decline`)
  @HttpCode(200)
  @Access('fund.manage')
  @StepUp('recent')
  @ApiOperation({ summary: 'Declines a mandate that a client has signed' })
  async decline(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: mandateId }) id: string,
    @Body({ schema: declineBody }) { reason }: z.output<typeof declineBody>,
  ) {
    await this.mandates.decline(id, adminOf(actor), reason);
    return answer('The mandate is declined', await this.detail(id));
  }

  @Get('fund-invoices')
  @Access('fund.read')
  @ApiOperation({ summary: 'Dry run: the fees of finished periods that are not invoiced' })
  async invoices() {
    return answer('What would be invoiced', await this.shown());
  }

  @Post('fund-invoices')
  @HttpCode(202)
  @Access('fund.invoice')
  @StepUp('recent')
  @ApiOperation({ summary: 'Issues what the dry run shows, in the background' })
  async order(@CurrentActor() actor: Actor, @Body({ schema: orderBody }) body: z.output<typeof orderBody>) {
    await this.invoicing.order(body, adminOf(actor));
    return answer('The invoices are being issued', await this.shown());
  }

  private async shown() {
    const { sums, rows, names, lastOrder } = await this.dryRun.read();
    return presentDryRun(sums, rows, names, lastOrder);
  }

  private async detail(id: string) {
    return presentDetail(await this.reader.detail(id));
  }
}

export const adminOf = ({ userId, role }: Actor): ActingAdmin => ({ adminId: userId, role });
