import { Body, Controller, Get, HttpCode, Param, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Clock, NotFound } from '../../../platform/domain/index.js';
import {
  Access,
  answer,
  CurrentActor,
  idParam,
  maySeeSignals,
  pageQuery,
  withTotal,
  type Actor,
  type Page,
} from '../../../platform/http/index.js';
import { ClubShareReader } from '../club-share.reader.js';
import { ShareDisputesService } from '../share-disputes.service.js';
import { disputeBody } from './club-share.dto.js';
import { NO_MEMBER, presentLine, presentShare } from './club-share.presenter.js';

/** The club's share of a member's profit. What it is made of names signals, and is only for those who may see them. */
@ApiTags('club share')
@Controller('me/club-share')
export class ClubShareController {
  constructor(
    private readonly reader: ClubShareReader,
    private readonly disputes: ShareDisputesService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Access('member')
  @ApiOperation({ summary: 'My profit with signals, and what the club gets of it' })
  async mine(@CurrentActor() actor: Actor) {
    return answer("The club's share", maySeeSignals(actor) ? presentShare(await this.reader.ofMember(actor.userId)) : NO_MEMBER);
  }

  @Get('lines')
  @Access('member')
  @ApiOperation({ summary: 'My trades that followed signals and were closed, newest first' })
  async lines(@CurrentActor() actor: Actor, @Query({ schema: pageQuery }) page: Page) {
    const { rows, total } = maySeeSignals(actor) ? await this.reader.linesOf(actor.userId, page) : { rows: [], total: 0 };
    return withTotal(answer('Your trades with signals', rows.map(presentLine)), total);
  }

  @Get('case')
  @Access('member')
  @ApiOperation({ summary: "Everything the club's share is computed from, as a file for `tidemark club share --file`" })
  @ApiProduces('application/json')
  async case(@CurrentActor() actor: Actor) {
    if (!maySeeSignals(actor)) throw new NotFound('share');
    const file = await this.reader.caseOf(actor.userId);
    return caseAnswer(`club-share-${this.clock.now().toISOString().slice(0, 10)}.json`, file);
  }

  @Get('invoices/:id/case')
  @Access('member')
  @ApiOperation({ summary: 'Everything an invoice of my share was computed from, as a file for `tidemark club share --file`' })
  @ApiProduces('application/json')
  async invoiceCase(@CurrentActor() { userId }: Actor, @Param('id', { schema: idParam('invoice') }) id: string) {
    return caseAnswer(`club-share-invoice-${id}.json`, await this.reader.caseOfInvoice(userId, id));
  }

  @Post('disputes')
  @Access('member')
  @ApiOperation({ summary: 'Disputes a line, which is frozen until an admin has decided' })
  async dispute(@CurrentActor() actor: Actor, @Body({ schema: disputeBody }) body: z.output<typeof disputeBody>) {
    if (!maySeeSignals(actor)) throw new NotFound('line');
    await this.disputes.open(actor, body);
    return answer('The line is frozen until we have decided', presentShare(await this.reader.ofMember(actor.userId)));
  }

  @Post('disputes/:id/withdraw')
  @HttpCode(200)
  @Access('member')
  @ApiOperation({ summary: 'Takes back a dispute that is not decided' })
  async withdraw(@CurrentActor() actor: Actor, @Param('id', { schema: idParam('dispute') }) id: string) {
    await this.disputes.withdraw(actor, id);
    return answer('Your dispute is withdrawn', maySeeSignals(actor) ? presentShare(await this.reader.ofMember(actor.userId)) : NO_MEMBER);
  }
}

const caseAnswer = (name: string, file: string) =>
  new StreamableFile(Buffer.from(file), { type: 'application/json', disposition: `attachment; filename="${name}"` });
