import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { QueueBoard } from '../../platform/queue/index.js';
import { InboxRepository } from './inbox.repository.js';
import { InboxService } from './inbox.service.js';

@Module({ imports: [AuditModule], providers: [InboxRepository, InboxService, QueueBoard], exports: [InboxService] })
export class InboxModule {}
