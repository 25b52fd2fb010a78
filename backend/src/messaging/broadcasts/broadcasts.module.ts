import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { MailModule } from '../mail/index.js';
import { PreferencesModule } from '../preferences/index.js';
import { BroadcastAudienceRepository } from './broadcast-audience.repository.js';
import { BroadcastFilesService } from './broadcast-files.service.js';
import { BroadcastDraftsService } from './broadcast-drafts.service.js';
import { BroadcastPlanRepository } from './broadcast-plan.repository.js';
import { BroadcastRecipientsRepository } from './broadcast-recipients.repository.js';
import { BroadcastResultsRepository } from './broadcast-results.repository.js';
import { BroadcastRepository } from './broadcast.repository.js';
import { BroadcastsService } from './broadcasts.service.js';

@Module({
  imports: [AuditModule, MailModule, PreferencesModule],
  providers: [
    BroadcastsService,
    BroadcastAudienceRepository,
    BroadcastDraftsService,
    BroadcastFilesService,
    BroadcastPlanRepository,
    BroadcastRecipientsRepository,
    BroadcastRepository,
    BroadcastResultsRepository,
  ],
  exports: [
    BroadcastsService,
    BroadcastAudienceRepository,
    BroadcastDraftsService,
    BroadcastFilesService,
    BroadcastRepository,
    BroadcastResultsRepository,
  ],
})
export class BroadcastsModule {}
