import { Module } from '@nestjs/common';
import { MailJobsModule } from '../mail/index.js';
import { PreferencesModule } from '../preferences/index.js';
import { BroadcastDeliveryRepository } from './broadcast-delivery.repository.js';
import { BroadcastPlanRepository } from './broadcast-plan.repository.js';
import { BroadcastRecipientsRepository } from './broadcast-recipients.repository.js';
import { BroadcastSenderLoop } from './broadcast-sender.loop.js';
import { BroadcastStarter } from './broadcast-starter.service.js';

/** The part of the worker, which sends. */
@Module({
  imports: [MailJobsModule, PreferencesModule],
  providers: [BroadcastDeliveryRepository, BroadcastPlanRepository, BroadcastRecipientsRepository, BroadcastSenderLoop, BroadcastStarter],
})
export class BroadcastsJobsModule {}
