import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { Access, answer, CurrentActor, idParam, StepUp, type Actor } from '../../../platform/http/index.js';
import { FundReader } from '../fund.reader.js';
import { SettlementsService } from '../settlements.service.js';
import { adminOf } from './fund-admin.controller.js';
import { checklistBody } from './fund-admin.dto.js';
import { presentDetail } from './fund.presenter.js';
import { presentOpen } from './redemption.presenter.js';

const redemptionId = idParam('redemption');

/** Redemptions in the console, from the request to the settlement. */
@ApiTags('admin')
@Controller('admin/fund-redemptions')
export class FundRedemptionAdminController {
  constructor(
    private readonly reader: FundReader,
    private readonly settlements: SettlementsService,
  ) {}

  @Get()
  @Access('fund.read')
  @ApiOperation({ summary: 'Redemptions that are neither settled, cancelled nor refused, by dealing day' })
  async open() {
    return answer('Open redemptions', presentOpen(await this.reader.openRedemptions()));
  }

  @Post(':id/acknowledge')
  @HttpCode(200)
  @Access('fund.manage')
  @StepUp('recent')
  @ApiOperation({ summary: 'Acknowledges a redemption; the client gets an email' })
  async acknowledge(@CurrentActor() actor: Actor, @Param('id', { schema: redemptionId }) id: string) {
    return this.mandateAfter('The redemption is acknowledged', await this.settlements.acknowledge(id, adminOf(actor)));
  }

  @Post(':id/checklist')
  @HttpCode(200)
  @Access('fund.manage')
  @ApiOperation({ summary: 'Ticks an item of the checklist, or opens it again' })
  async tick(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: redemptionId }) id: string,
    @Body({ schema: checklistBody }) body: z.output<typeof checklistBody>,
  ) {
    return this.mandateAfter('The checklist is saved', await this.settlements.tick(id, body, adminOf(actor)));
  }

  @Post(':id/end-access')
  @HttpCode(200)
  @Access('fund.manage')
  @StepUp('recent')
  @ApiOperation({ summary: 'Deletes the exchange key and the sealed sign-in of a client who leaves with everything' })
  async endAccess(@CurrentActor() actor: Actor, @Param('id', { schema: redemptionId }) id: string) {
    return this.mandateAfter('Our access has ended', await this.settlements.endAccess(id, adminOf(actor)));
  }

  @Post(':id/settle')
  @HttpCode(200)
  @Access('fund.manage')
  @StepUp('recent')
  @ApiOperation({ summary: 'Settles a redemption whose checklist is complete, for good' })
  async settle(@CurrentActor() actor: Actor, @Param('id', { schema: redemptionId }) id: string) {
    return this.mandateAfter('The redemption is settled', await this.settlements.settle(id, adminOf(actor)));
  }

  private async mandateAfter(message: string, mandateId: string) {
    return answer(message, presentDetail(await this.reader.detail(mandateId)));
  }
}
