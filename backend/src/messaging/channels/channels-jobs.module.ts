import { Module } from '@nestjs/common';
import { AppConfig } from '../../platform/config/index.js';
import { AuditModule } from '../../operations/audit/index.js';
import { MailModule } from '../mail/index.js';
import { AddressHealthRepository } from './address-health.repository.js';
import { AddressHealthService } from './address-health.service.js';
import { CHANNEL_SENDERS, type ChannelSender } from './channel-sender.port.js';
import { ChannelsModule } from './channels.module.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryLoop } from './delivery.loop.js';
import { DeliveryRepository } from './delivery.repository.js';
import { FanOutService } from './fan-out.service.js';
import { WebhookHttpClient } from './webhooks/webhook-http.client.js';
import { WebhookSender } from './webhooks/webhook-sender.service.js';

/** The worker's side of channels. A channel is a ChannelSender in the list. */
@Module({
  imports: [ChannelsModule, MailModule, AuditModule],
  providers: [
    DeliveryRepository,
    FanOutService,
    DeliveriesService,
    DeliveryLoop,
    AddressHealthRepository,
    AddressHealthService,
    WebhookSender,
    {
      provide: WebhookHttpClient,
      useFactory: ({ webhookLoopback, egressAddress }: AppConfig) =>
        new WebhookHttpClient({ allowLoopback: webhookLoopback, deniedAddresses: egressAddress === undefined ? [] : [egressAddress] }),
      inject: [AppConfig],
    },
    { provide: CHANNEL_SENDERS, useFactory: (...senders: ChannelSender[]) => senders, inject: [WebhookSender] },
  ],
})
export class ChannelsJobsModule {}
