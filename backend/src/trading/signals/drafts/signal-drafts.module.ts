import { Module } from '@nestjs/common';
import { ChannelsModule } from '../../../messaging/channels/index.js';
import { AuditModule } from '../../../operations/audit/index.js';
import { SignalDraftRepository } from './signal-draft.repository.js';
import { SignalDraftsService } from './signal-drafts.service.js';

@Module({
  imports: [AuditModule, ChannelsModule],
  providers: [SignalDraftRepository, SignalDraftsService],
  exports: [ChannelsModule, SignalDraftRepository, SignalDraftsService],
})
export class SignalDraftsModule {}
