import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { z } from 'zod';
import { NotFound } from '../../../platform/domain/index.js';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import { ShareDisputeReaderRepository } from '../share-dispute-reader.repository.js';
import { ShareDisputesService } from '../share-disputes.service.js';
import { presentDispute } from './club-share.presenter.js';
import { decisionBody, disputeListRules } from './share-disputes-admin.dto.js';

const RESOURCE = 'share-disputes';
const disputeId = idParam('dispute');
type Decision = z.output<typeof decisionBody>;

/** Disputed lines of the club's share, in the console. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class ShareDisputesAdminController {
  constructor(
    private readonly list: ShareDisputeReaderRepository,
    private readonly disputes: ShareDisputesService,
  ) {}

  @Get()
  @Access('disputes.read')
  async page(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, disputeListRules);
    const { rows, total } = await this.list.findPage(parsed);
    return listAnswer(RESOURCE, { rows: rows.map(presentDispute), total }, parsed.offset);
  }

  @Post(':id/uphold')
  @HttpCode(200)
  @Access('disputes.decide')
  @StepUp('recent')
  @ApiOperation({ summary: 'Charges the disputed line from now on' })
  async uphold(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: disputeId }) id: string,
    @Body({ schema: decisionBody }) body: Decision,
  ) {
    await this.disputes.decide(actor, id, 'upheld', body.reason);
    return answer('The line is charged', await this.one(id));
  }

  @Post(':id/drop')
  @HttpCode(200)
  @Access('disputes.decide')
  @StepUp('recent')
  @ApiOperation({ summary: 'Never charges the disputed line' })
  async drop(@CurrentActor() actor: Actor, @Param('id', { schema: disputeId }) id: string, @Body({ schema: decisionBody }) body: Decision) {
    await this.disputes.decide(actor, id, 'dropped', body.reason);
    return answer('The line is dropped', await this.one(id));
  }

  private async one(id: string) {
    const dispute = await this.list.find(id);
    if (!dispute) throw new NotFound('dispute');
    return presentDispute(dispute);
  }
}
