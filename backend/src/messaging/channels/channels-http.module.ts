import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ChannelsModule } from './channels.module.js';
import { PushController } from './http/push.controller.js';
import { TelegramController } from './http/telegram.controller.js';
import { WebhooksController } from './http/webhooks.controller.js';
import { PushDevicesService } from './push/push-devices.service.js';
import { TelegramLinksService } from './telegram/telegram-links.service.js';
import { WebhookLogRepository } from './webhooks/webhook-log.repository.js';
import { WebhookRepository } from './webhooks/webhook.repository.js';
import { WebhooksService } from './webhooks/webhooks.service.js';

@Module({
  imports: [ChannelsModule, AuditModule],
  controllers: [WebhooksController, TelegramController, PushController],
  providers: [WebhooksService, WebhookRepository, WebhookLogRepository, TelegramLinksService, PushDevicesService],
})
export class ChannelsHttpModule {}
