import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, answer, CurrentActor, idParam, listAnswer, parseListQuery, StepUp, type Actor } from '../../../platform/http/index.js';
import type { SignalDeliveriesWire } from '../../../platform/wire/index.js';
import { DeliveryDecisionsService } from '../console/delivery-decisions.service.js';
import { DeliveryListRepository } from '../console/delivery-list.repository.js';
import { decisionBody, deliveryListRules, type DecisionBody } from './channels-admin.dto.js';
import { presentDelivery, presentPreview } from './channels-admin.presenter.js';

const RESOURCE = 'deliveries';
const deliveryId = idParam('delivery');

/** What became of messages to members, and decisions about those whose outcome is unknown. */
@ApiTags('admin')
@Controller(`admin/${RESOURCE}`)
export class DeliveriesAdminController {
  constructor(
    private readonly deliveries: DeliveryListRepository,
    private readonly decisions: DeliveryDecisionsService,
  ) {}

  @Get()
  @Access('system.read')
  @ApiOperation({ summary: 'Deliveries with their tries' })
  async list(@Query() query: Record<string, string | undefined>) {
    const parsed = parseListQuery(query, deliveryListRules);
    const { rows, total } = await this.deliveries.findPage(parsed);
    return listAnswer(RESOURCE, { rows: rows.map(presentDelivery), total }, parsed.offset);
  }

  @Get('of-signal/:id')
  @Access('signals.read')
  @ApiOperation({ summary: 'Numbers of deliveries of a signal by channel and result' })
  async ofSignal(@Param('id', { schema: idParam('signal') }) id: string) {
    const counts: SignalDeliveriesWire[] = await this.deliveries.count(id);
    return answer('Deliveries', counts);
  }

  @Get(':id/decision')
  @Access('system.manage')
  @ApiOperation({ summary: 'What sending the message again would do now' })
  async preview(@Param('id', { schema: deliveryId }) id: string) {
    return answer('Sending again', presentPreview(await this.decisions.preview(id)));
  }

  @Post(':id/decision')
  @HttpCode(200)
  @Access('system.manage')
  @StepUp('recent')
  @ApiOperation({ summary: 'Decides whether a message arrived or is sent again' })
  async decide(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: deliveryId }) id: string,
    @Body({ schema: decisionBody }) { decision }: DecisionBody,
  ) {
    await this.decisions.decide(actor, id, decision);
    return answer(decision === 'arrived' ? 'The message counts as sent' : 'The message is sent again', { id });
  }
}
