import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ChannelsModule } from './channels.module.js';
import { WebhooksController } from './http/webhooks.controller.js';
import { WebhookLogRepository } from './webhooks/webhook-log.repository.js';
import { WebhookRepository } from './webhooks/webhook.repository.js';
import { WebhooksService } from './webhooks/webhooks.service.js';

@Module({
  imports: [ChannelsModule, AuditModule],
  controllers: [WebhooksController],
  providers: [WebhooksService, WebhookRepository, WebhookLogRepository],
})
export class ChannelsHttpModule {}
