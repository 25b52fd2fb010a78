import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Access,
  answer,
  CurrentActor,
  idParam,
  pageQuery,
  StepUp,
  withTotal,
  type Actor,
  type Page,
} from '../../../platform/http/index.js';
import { WebhooksService } from '../webhooks/webhooks.service.js';
import { newWebhookBody, type NewWebhookBody } from './webhooks.dto.js';
import { presentDelivery, presentWebhook } from './webhooks.presenter.js';

const webhookId = idParam('webhook');

/** A member's own webhooks. A secret is in the answer that makes it, and in no other. */
@ApiTags('webhooks')
@Controller('me/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Access('member')
  @ApiOperation({ summary: 'My webhooks' })
  async list(@CurrentActor() { userId }: Actor) {
    return answer('Your webhooks', (await this.webhooks.list(userId)).map(presentWebhook));
  }

  @Post()
  @Access('member')
  @StepUp('recent')
  @ApiOperation({ summary: 'Adds a webhook and answers its secret, once' })
  async create(@CurrentActor() actor: Actor, @Body({ schema: newWebhookBody }) { url }: NewWebhookBody) {
    const { webhook, secret } = await this.webhooks.create(actor, url);
    return answer('Your webhook was added', { webhook: presentWebhook(webhook), secret });
  }

  @Post(':id/rotate-secret')
  @HttpCode(200)
  @Access('member')
  @StepUp('recent')
  @ApiOperation({ summary: 'Makes a new secret and answers it, once; the old one signs beside it for 24 hours' })
  async rotate(@CurrentActor() actor: Actor, @Param('id', { schema: webhookId }) id: string) {
    const { webhook, secret } = await this.webhooks.rotate(actor, id);
    return answer('Your webhook has a new secret', { webhook: presentWebhook(webhook), secret });
  }

  @Post(':id/enable')
  @HttpCode(200)
  @Access('member')
  @ApiOperation({ summary: 'Sends events to a webhook again' })
  async enable(@CurrentActor() actor: Actor, @Param('id', { schema: webhookId }) id: string) {
    return answer('Your webhook is enabled', presentWebhook(await this.webhooks.enable(actor, id)));
  }

  @Post(':id/disable')
  @HttpCode(200)
  @Access('member')
  @ApiOperation({ summary: 'Stops sending events to a webhook' })
  async disable(@CurrentActor() actor: Actor, @Param('id', { schema: webhookId }) id: string) {
    return answer('Your webhook is disabled', presentWebhook(await this.webhooks.disable(actor, id)));
  }

  @Delete(':id')
  @Access('member')
  @ApiOperation({ summary: 'Deletes a webhook and its log' })
  async remove(@CurrentActor() actor: Actor, @Param('id', { schema: webhookId }) id: string) {
    await this.webhooks.remove(actor, id);
    return answer('Your webhook was deleted', { id });
  }

  @Post(':id/test')
  @HttpCode(202)
  @Access('member')
  @ApiOperation({ summary: 'Sends a test event' })
  async test(@CurrentActor() actor: Actor, @Param('id', { schema: webhookId }) id: string) {
    await this.webhooks.test(actor, id);
    return answer('A test event is on its way', { id });
  }

  @Get(':id/deliveries')
  @Access('member')
  @ApiOperation({ summary: 'What a webhook was sent, with each attempt, newest first' })
  async deliveries(
    @CurrentActor() { userId }: Actor,
    @Param('id', { schema: webhookId }) id: string,
    @Query({ schema: pageQuery }) page: Page,
  ) {
    const { rows, total } = await this.webhooks.log(userId, id, page);
    return withTotal(answer('Deliveries', rows.map(presentDelivery)), total);
  }

  @Post('deliveries/:id/replay')
  @HttpCode(202)
  @Access('member')
  @ApiOperation({ summary: 'Sends the newest state of a delivery again, under the same id' })
  async replay(@CurrentActor() actor: Actor, @Param('id', { schema: idParam('delivery') }) id: string) {
    await this.webhooks.replay(actor, id);
    return answer('The delivery is on its way again', { id });
  }
}
