import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ChannelsModule } from './channels.module.js';
import { AddressListRepository } from './console/address-list.repository.js';
import { AddressNames } from './console/address-name.service.js';
import { ChannelHealthQuery } from './console/channel-health.query.js';
import { ChannelHealthService } from './console/channel-health.service.js';
import { DeliveryDecisionRepository } from './console/delivery-decision.repository.js';
import { DeliveryDecisionsService } from './console/delivery-decisions.service.js';
import { DeliveryListRepository } from './console/delivery-list.repository.js';
import { ChannelsAdminController } from './http/channels-admin.controller.js';
import { DeliveriesAdminController } from './http/deliveries-admin.controller.js';
import { PushController } from './http/push.controller.js';
import { TelegramController } from './http/telegram.controller.js';
import { WebhooksController } from './http/webhooks.controller.js';
import { PushDevicesService } from './push/push-devices.service.js';
import { GroupAccessService } from './telegram-group/group-access.service.js';
import { TelegramLinksService } from './telegram/telegram-links.service.js';
import { WebhookLogRepository } from './webhooks/webhook-log.repository.js';
import { WebhookRepository } from './webhooks/webhook.repository.js';
import { WebhooksService } from './webhooks/webhooks.service.js';

/** What the console reads and decides. */
const forConsole = [
  AddressNames,
  AddressListRepository,
  ChannelHealthQuery,
  ChannelHealthService,
  DeliveryListRepository,
  DeliveryDecisionRepository,
  DeliveryDecisionsService,
];

@Module({
  imports: [ChannelsModule, AuditModule],
  controllers: [WebhooksController, TelegramController, PushController, ChannelsAdminController, DeliveriesAdminController],
  providers: [
    WebhooksService,
    WebhookRepository,
    WebhookLogRepository,
    TelegramLinksService,
    GroupAccessService,
    PushDevicesService,
    ...forConsole,
  ],
})
export class ChannelsHttpModule {}
