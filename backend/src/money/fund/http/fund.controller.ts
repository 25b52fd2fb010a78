import { Body, Controller, Get, HttpCode, Param, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { DEFAULT_LANGUAGE, DomainError, type Language } from '../../../platform/domain/index.js';
import {
  Access,
  answer,
  csvAnswer,
  CurrentActor,
  idParam,
  PageLanguage,
  pageQuery,
  StepUp,
  withTotal,
  type Actor,
  type Page,
} from '../../../platform/http/index.js';
import { FundReader } from '../fund.reader.js';
import { CURRENT_TERMS } from '../../fund-fees/index.js';
import { MandatesService } from '../mandates.service.js';
import { RedemptionsService } from '../redemptions.service.js';
import { StatementFilesService } from '../statement-files.service.js';
import { StatementViewsReader } from '../statement-views.reader.js';
import { redemptionBody, signatureBody } from './fund.dto.js';
import { presentDay, presentFund, presentTerms } from './fund.presenter.js';
import { presentPreview } from './redemption.presenter.js';

const redemptionId = idParam('redemption');
type Redemption = z.output<typeof redemptionBody>;

/** The fund, for its clients. */
@ApiTags('fund')
@Controller('me/fund')
export class FundController {
  constructor(
    private readonly reader: FundReader,
    private readonly mandates: MandatesService,
    private readonly redemptions: RedemptionsService,
    private readonly files: StatementFilesService,
    private readonly views: StatementViewsReader,
  ) {}

  @Get()
  @Access('member')
  @ApiOperation({ summary: 'My mandate, its fees, statements and redemptions' })
  async mine(@CurrentActor() { userId, role }: Actor) {
    return answer('Your mandate', await this.fundOf(userId, role === 'hedge fund'));
  }

  @Get('terms')
  @Access('member')
  @ApiOperation({ summary: 'The terms that clients sign now' })
  terms() {
    return answer('The terms of the fund', presentTerms(CURRENT_TERMS));
  }

  @Get('days')
  @Access('member')
  @ApiOperation({ summary: 'The days of my mandate, newest first: what accrued, and from what' })
  async days(@CurrentActor() { userId }: Actor, @Query({ schema: pageQuery }) page: Page) {
    const { rows, total } = await this.reader.daysOf(userId, page);
    return withTotal(answer('The days of your mandate', rows.map(presentDay)), total);
  }

  @Get('case')
  @Access('member')
  @ApiOperation({ summary: 'Everything my fees are computed from, as a file for `tidemark fund fees --file`' })
  @ApiProduces('application/json')
  async case(@CurrentActor() { userId }: Actor) {
    const file = await this.reader.caseOf(userId);
    return caseAnswer(`fund-fees-${file.until.slice(0, 10)}.json`, file);
  }

  @Get('invoices/:id/case')
  @Access('member')
  @ApiOperation({ summary: 'Everything the fee of one of my invoices is computed from, as a file for `tidemark fund fees --file`' })
  @ApiProduces('application/json')
  async invoiceCase(@CurrentActor() { userId }: Actor, @Param('id', { schema: idParam('invoice') }) id: string) {
    return caseAnswer(`fund-invoice-${id}.json`, await this.reader.caseOfInvoice(userId, id));
  }

  @Get('statements/:period/pdf')
  @Access('member')
  @ApiOperation({ summary: 'A statement of account as PDF: by the day it ends with, or `total` since the start; of all my mandates' })
  @ApiProduces('application/pdf')
  async statementPdf(@CurrentActor() actor: Actor, @Param('period') period: string, @PageLanguage() language: Language | null) {
    return pdfAnswer(await this.files.pdf(actor, null, period, language ?? DEFAULT_LANGUAGE));
  }

  @Get('statements/:period/csv')
  @Access('member')
  @ApiOperation({ summary: 'The same statement as CSV, a row for each line; `all`: every statement of all my mandates' })
  @ApiProduces('text/csv')
  async statementCsv(@CurrentActor() actor: Actor, @Param('period') period: string) {
    return csvAnswer(await this.files.csv(actor, null, period));
  }

  @Get('statements/:period/returns')
  @Access('member')
  @ApiOperation({ summary: 'The sub-periods that the returns of a statement are chained from, oldest first' })
  async statementReturns(@CurrentActor() { userId }: Actor, @Param('period') period: string, @Query({ schema: pageQuery }) page: Page) {
    const { rows, total } = await this.views.linksOf(userId, null, period, page);
    return withTotal(answer('The parts of these returns', rows), total);
  }

  @Post('mandate')
  @Access('member')
  @StepUp('recent')
  @ApiOperation({ summary: 'Signs the terms; an admin countersigns' })
  async sign(@CurrentActor() { userId, role }: Actor, @Body({ schema: signatureBody }) body: z.output<typeof signatureBody>) {
    refuseOthers(role);
    await this.mandates.sign(userId, body);
    return answer('You have signed the mandate', await this.fundOf(userId, true));
  }

  @Post('redemptions/preview')
  @HttpCode(200)
  @Access('member')
  @ApiOperation({ summary: 'What a redemption would lead to; stores nothing' })
  async preview(@CurrentActor() { userId }: Actor, @Body({ schema: redemptionBody }) { amount }: Redemption) {
    const asked = amount === 'all' ? null : amount;
    return answer('Your redemption', presentPreview(await this.redemptions.preview(userId, asked), asked));
  }

  @Post('redemptions')
  @Access('member')
  @StepUp('recent')
  @ApiOperation({ summary: 'Asks for a part of my account, or for everything, on the next dealing day' })
  async redeem(@CurrentActor() { userId }: Actor, @Body({ schema: redemptionBody }) { amount }: Redemption) {
    await this.redemptions.request(userId, amount === 'all' ? null : amount);
    return answer('Your redemption is requested', await this.fundOf(userId, true));
  }

  @Post('redemptions/:id/cancel')
  @HttpCode(200)
  @Access('member')
  @ApiOperation({ summary: 'Cancels a redemption whose notice has not ended' })
  async cancel(@CurrentActor() { userId }: Actor, @Param('id', { schema: redemptionId }) id: string) {
    await this.redemptions.cancel(userId, id);
    return answer('Your redemption is cancelled', await this.fundOf(userId, true));
  }

  private async fundOf(userId: string, isClient: boolean) {
    return presentFund(isClient, await this.reader.ofClient(userId));
  }
}

export const pdfAnswer = ({ name, bytes }: { name: string; bytes: Buffer }) =>
  new StreamableFile(bytes, { type: 'application/pdf', disposition: `attachment; filename="${name}"` });

const caseAnswer = (name: string, file: object) =>
  new StreamableFile(Buffer.from(`${JSON.stringify(file, null, 1)}\n`), {
    type: 'application/json',
    disposition: `attachment; filename="${name}"`,
  });

function refuseOthers(role: Actor['role']): void {
  if (role !== 'hedge fund') throw new DomainError('forbidden', 'fund.not-a-client', 'Only clients of the fund sign a mandate');
}
