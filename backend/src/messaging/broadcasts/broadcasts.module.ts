import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { MailModule } from '../mail/index.js';
import { PreferencesModule } from '../preferences/index.js';
import { BroadcastAudienceRepository } from './broadcast-audience.repository.js';
import { BroadcastDeliveryRepository } from './broadcast-delivery.repository.js';
import { BroadcastDraftsService } from './broadcast-drafts.service.js';
import { BroadcastRepository } from './broadcast.repository.js';
import { BroadcastsService } from './broadcasts.service.js';

@Module({
  imports: [AuditModule, MailModule, PreferencesModule],
  providers: [BroadcastsService, BroadcastAudienceRepository, BroadcastDeliveryRepository, BroadcastDraftsService, BroadcastRepository],
  exports: [BroadcastsService, BroadcastAudienceRepository, BroadcastDraftsService, BroadcastRepository],
})
export class BroadcastsModule {}
