import { Module } from '@nestjs/common';
import { MailJobsModule } from '../mail/index.js';
import { PreferencesModule } from '../preferences/index.js';
import { BroadcastDeliveryRepository } from './broadcast-delivery.repository.js';
import { BroadcastSenderLoop } from './broadcast-sender.loop.js';

/** The part of the worker, which sends. */
@Module({ imports: [MailJobsModule, PreferencesModule], providers: [BroadcastDeliveryRepository, BroadcastSenderLoop] })
export class BroadcastsJobsModule {}
