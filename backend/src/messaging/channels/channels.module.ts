import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ChannelEventsModule } from './channel-events.module.js';
import { DeliveryFanOutRepository } from './delivery-fan-out.repository.js';
import { WebhookTargetService } from './webhooks/webhook-target.service.js';

/** What members' routes and the worker share. */
@Module({
  imports: [AuditModule, ChannelEventsModule],
  providers: [DeliveryFanOutRepository, WebhookTargetService],
  exports: [ChannelEventsModule, DeliveryFanOutRepository, WebhookTargetService],
})
export class ChannelsModule {}
