import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { MailModule } from '../mail/index.js';
import { BroadcastAudiences } from './broadcast-audiences.js';
import { BroadcastDrafts } from './broadcast-drafts.js';
import { BroadcastReader } from './broadcast-reader.js';
import { BroadcastsService } from './broadcasts.service.js';

@Module({
  imports: [AuditModule, MailModule],
  providers: [BroadcastsService, BroadcastAudiences, BroadcastDrafts, BroadcastReader],
  exports: [BroadcastsService, BroadcastAudiences, BroadcastDrafts, BroadcastReader],
})
export class BroadcastsModule {}
